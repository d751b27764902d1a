"""The numbers of whole days, counted anew from the rows whenever they are asked for.

No totals are kept anywhere, so none can be wrong. `daily_results_distribution` holds all that is
counted: a million results over two years cost a page what its 90 days' part of that index costs.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, QuerySet

from answers.models import Puzzle
from costcodle.rules import NUM_GUESSES
from stats.models import DailyResult

GUESSES = tuple(range(1, NUM_GUESSES + 1))
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
    """The numbers of every puzzle of these days, both included, oldest first. Two queries."""
    puzzles = Puzzle.objects.filter(day__range=(first, last)).order_by("number")
    days = list(puzzles.values_list("number", "day"))
    if not days:
        return []
    # Numbers go with days, so the days are one run of the index, read from end to end: joining
    # the puzzles to their results takes a look-up for each of them and a sort of the whole.
    results = DailyResult.objects.filter(puzzle__gte=days[0][0], puzzle__lte=days[-1][0])
    groups: defaultdict[int, list[tuple[str, int, int]]] = defaultdict(list)
    for number, *group in _counted(results, "puzzle"):
        groups[number].append(tuple(group))
    return [DayNumbers(*_add_up(groups[number]), number=number, day=day) for number, day in days]


def count_puzzle(number: int) -> Numbers:
    """The numbers of one puzzle until now; zeros where nobody has finished it. One query."""
    return count_results(DailyResult.objects.filter(puzzle=number))


def count_results(results: QuerySet[DailyResult]) -> Numbers:
    """The numbers of any selection of results. One query."""
    return Numbers(*_add_up(_counted(results)))


def _counted(results: QuerySet[DailyResult], *group: str) -> Iterable[tuple[Any, ...]]:
    # Counting a column of the index `daily_results_distribution` keeps PostgreSQL to the index.
    rows = results.order_by().values_list(*group, *_GROUP)
    return rows.annotate(Count("guesses_used"))


def _add_up(groups: Iterable[tuple[str, int, int]]) -> tuple[tuple[int, ...], int]:
    """From (outcome, guesses used, count): games won with 1 to 6 guesses, games lost."""
    counts = {(outcome, guesses): count for outcome, guesses, count in groups}
    won, lost = DailyResult.Outcome.WON, DailyResult.Outcome.LOST
    won_with = tuple(counts.get((won, guesses), 0) for guesses in GUESSES)
    return won_with, counts.get((lost, GUESSES[-1]), 0)
