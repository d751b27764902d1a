"""Which day a puzzle of the past or of today belongs to, remembered by this process."""

from datetime import date, datetime

from django.http import HttpRequest

from answers.models import Puzzle
from costcodle import clock

# Only begun puzzles: their number and day never change again, so an entry can't go stale.
known_days: dict[int, date] = {}


def begun_day(number: int, now: datetime) -> date | None:
    """The day of a puzzle that has begun, else None. Reads the database once for each number."""
    if number not in known_days:
        day = Puzzle.objects.begun(now).filter(pk=number).values_list("day", flat=True).first()
        if day is None:
            return None
        known_days[number] = day
    return known_days[number]


def policy_of_results(request: HttpRequest, number: int) -> str:
    """The cache policy of a day's results: they change until the day is closed, then never."""
    now = request.now  # type: ignore[attr-defined]
    day = begun_day(number, now)
    return "content" if day and clock.is_over(day, now) else "home"
