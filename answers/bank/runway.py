"""How far the bank reaches: days ahead with a puzzle, days without one, missing photos."""

from dataclasses import dataclass
from datetime import date, datetime

from answers.models import Puzzle
from costcodle import clock

DAYS_WANTED = 14  # fewer unbroken days ahead are too few
FARTHEST_GAP = 366 * clock.ONE_DAY


@dataclass(frozen=True, slots=True)
class Runway:
    """The bank as seen from `today`; days ahead are later ones."""

    today: date
    days: int  # unbroken days ahead that have a puzzle
    last_day: date | None  # the last day that has one, if any from today on has
    gaps: list[date]  # days without one, from today to the last that has one, at most a year
    without_photo: list[Puzzle]  # puzzles from today on without a ready photo


def read_runway(now: datetime) -> Runway:
    """The runway at `now`, by one query."""
    today = clock.today(now)
    coming = Puzzle.objects.filter(day__gte=today).order_by("day")
    puzzles = list(coming.only("number", "day", "name", "image_state"))
    taken = {puzzle.day for puzzle in puzzles}
    days = 0
    while today + (days + 1) * clock.ONE_DAY in taken:
        days += 1
    last_day = max(taken, default=None)
    horizon = min(last_day or today, today + FARTHEST_GAP)
    all_days = (today + n * clock.ONE_DAY for n in range((horizon - today).days + 1))
    return Runway(
        today=today,
        days=days,
        last_day=last_day,
        gaps=[day for day in all_days if day not in taken],
        without_photo=[puzzle for puzzle in puzzles if not puzzle.photo_ready],
    )
