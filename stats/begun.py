"""Which day a puzzle of the past or of today belongs to, remembered while a connection lasts."""

from datetime import date, datetime
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from django.http import HttpRequest

from answers.models import Puzzle
from costcodle import clock

# Only begun puzzles: their number and day never change again, so an entry can't go stale.
# Of each connection of the driver, since another database, restored or swapped, means another one.
known_days: WeakKeyDictionary[Any, dict[int, date]] = WeakKeyDictionary()


def begun_day(number: int, now: datetime) -> date | None:
    """The day of a puzzle that has begun, else None. Reads the database once for each number."""
    connection.ensure_connection()
    known = known_days.setdefault(connection.connection, {})
    if number not in known:
        day = Puzzle.objects.begun(now).filter(pk=number).values_list("day", flat=True).first()
        if day is None:
            return None
        known[number] = day
    return known[number]


def policy_of_results(request: HttpRequest, number: int) -> str:
    """The cache policy of a day's results: they change until the day is closed, then never."""
    now = request.now  # type: ignore[attr-defined]
    day = begun_day(number, now)
    return "content" if day and clock.is_over(day, now) else "home"
