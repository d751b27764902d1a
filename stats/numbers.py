"""The numbers of whole days, counted from the rows by one query."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, QuerySet

from answers.models import Puzzle
from stats.models import DailyResult

GUESSES = (1, 2, 3, 4, 5, 6)
_GROUP = ("outcome", "guesses_used")


@dataclass(frozen=True)
class Numbers:
    """How many games were won with 1 to 6 guesses, and how many were lost."""

    won_with: tuple[int, ...]
    lost: int

    @property
    def won(self) -> int:
        return sum(self.won_with)

    @property
    def players(self) -> int:
        return self.won + self.lost

    def __add__(self, other: "Numbers") -> "Numbers":
        won_with = map(sum, zip(self.won_with, other.won_with, strict=True))
        return Numbers(tuple(won_with), self.lost + other.lost)

    @property
    def solved_percent(self) -> float | None:
        """Of all players; None without any."""
        return 100 * self.won / self.players if self.players else None

    @property
    def average_guesses(self) -> float | None:
        """Guesses used by all players, six by those who lost; None without players."""
        used = sum(guesses * count for guesses, count in zip(GUESSES, self.won_with, strict=True))
        return (used + GUESSES[-1] * self.lost) / self.players if self.players else None


NOBODY = Numbers((0,) * len(GUESSES), 0)


@dataclass(frozen=True)
class DayNumbers(Numbers):
    """The numbers of one puzzle's day."""

    number: int
    day: date


def read_days(first: date, last: date) -> list[DayNumbers]:
    """The numbers of every puzzle of these days, both included, oldest first. One query."""
    return _read(Puzzle.objects.filter(day__range=(first, last)))


def read_number(number: int) -> DayNumbers | None:
    """The numbers of one puzzle, or None when there is none of this number. One query."""
    days = _read(Puzzle.objects.filter(pk=number))
    return days[0] if days else None


def count_results(results: QuerySet[DailyResult]) -> Numbers:
    """The numbers of any selection of results. One query."""
    return Numbers(*_add_up(results.order_by().values_list(*_GROUP).annotate(Count("pk"))))


def _read(puzzles: QuerySet[Puzzle]) -> list[DayNumbers]:
    # Counting a column of the index `daily_results_distribution` keeps PostgreSQL to the index.
    groups = (
        puzzles.order_by("number")
        .values_list("number", "day", "results__outcome", "results__guesses_used")
        .annotate(Count("results__guesses_used"))
    )
    return [
        DayNumbers(*_add_up(row[2:] for row in rows), number=number, day=day)
        for (number, day), rows in groupby(groups, key=itemgetter(0, 1))
    ]


def _add_up(groups: Iterable[tuple[str, int, int]]) -> tuple[tuple[int, ...], int]:
    """From (outcome, guesses used, count): games won with 1 to 6 guesses, games lost."""
    counts = {(outcome, guesses): count for outcome, guesses, count in groups}
    won, lost = DailyResult.Outcome.WON, DailyResult.Outcome.LOST
    won_with = tuple(counts.get((won, guesses), 0) for guesses in GUESSES)
    return won_with, counts.get((lost, GUESSES[-1]), 0)
