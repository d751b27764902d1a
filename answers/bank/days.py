"""Which day a number belongs to: numbers count days, so one known pair gives all others."""

from dataclasses import dataclass
from datetime import date, timedelta

from answers.bank.fields import Unfit, check_day
from answers.models import Puzzle


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar in which puzzle `number` belongs to `day`."""

    number: int
    day: date

    def day_of(self, number: int) -> date:
        """The day of a number. Unfit where that is no day a puzzle can have."""
        try:
            return check_day(self.day + timedelta(days=number - self.number))
        except OverflowError:
            raise Unfit(f"of puzzle {number} lies too far away; check the numbers") from None

    def number_of(self, day: date) -> int:
        """The number of a day; below 1 for days before the first puzzle's."""
        return self.number + (day - self.day).days


def bank_calendar() -> Calendar | None:
    """The calendar of the puzzles in the bank, or None while it is empty."""
    first = Puzzle.objects.order_by("number").values_list("number", "day").first()
    return Calendar(*first) if first else None
