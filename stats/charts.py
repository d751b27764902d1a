"""The geometry of the charts, pure: numbers in, percentages and paths out; templates draw them.

All lengths are percentages of the drawing, which style sheets may give any size: only lines and
bars stretch, text keeps the page's size on every screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from stats.numbers import GUESSES, DayNumbers, Numbers

LOST = "X"
BARS_LEFT = 8  # the room of the labels
BARS_WIDEST = 68  # the rest is the room of the counts
BAR_HEIGHT = 0.75  # of its row


@dataclass(frozen=True)
class Bar:
    """One row of the distribution. `label` is the number of guesses, or X for lost games."""

    label: str
    count: int
    percent: float
    y: float
    width: float
    height: float

    @property
    def is_lost(self) -> bool:
        return self.label == LOST

    @property
    def x(self) -> float:
        return BARS_LEFT

    @property
    def end(self) -> float:
        return BARS_LEFT + self.width

    @property
    def middle(self) -> float:
        return round(self.y + self.height / 2, 2)


def distribution(numbers: Numbers) -> list[Bar]:
    """Seven bars, one to six guesses and lost; the longest is BARS_WIDEST wide."""
    labels = (*map(str, GUESSES), LOST)
    counts = (*numbers.won_with, numbers.lost)
    most = max(counts) or 1
    row = 100 / len(labels)
    return [
        Bar(
            label=label,
            count=count,
            percent=100 * count / (numbers.players or 1),
            y=round(row * place + row * (1 - BAR_HEIGHT) / 2, 2),
            width=round(BARS_WIDEST * count / most, 2),
            height=round(row * BAR_HEIGHT, 2),
        )
        for place, (label, count) in enumerate(zip(labels, counts, strict=True))
    ]


@dataclass(frozen=True)
class Column:
    """The players of one day."""

    day: DayNumbers
    x: float
    y: float
    width: float
    height: float


def columns(days: Sequence[DayNumbers], first: date, num_days: int) -> list[Column]:
    """One column a day with players; the day with the most fills the height."""
    most = max((day.players for day in days), default=0)
    slot = 100 / num_days
    return [
        Column(
            day,
            x=round(_position(day.day, first) * slot + slot * 0.1, 3),
            y=round(100 - 100 * day.players / most, 2),
            width=round(slot * 0.8, 3),
            height=round(100 * day.players / most, 2),
        )
        for day in days
        if day.players
    ]


def solved_line(days: Sequence[DayNumbers], first: date, num_days: int) -> str:
    """The path of the solved percentage, 100 wide and high, broken where nobody played.

    Each point is in the middle of its day. A day alone between two without players is a line of
    no length, which round caps make a dot.
    """
    slot = 100 / num_days
    path, before = [], None
    for day in days:
        if day.solved_percent is None:
            continue
        place = _position(day.day, first)
        x, y = round((place + 0.5) * slot, 3), round(100 - day.solved_percent, 2)
        path.append(f"L{x} {y}" if before == place - 1 else f"M{x} {y}h0")
        before = place
    return "".join(path)


def _position(day: date, first: date) -> int:
    return (day - first).days
