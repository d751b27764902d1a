"""Reads the puzzles that can be played now."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection

from answers.models import AnswerPost, Puzzle
from costcodle import clock
from costcodle.sql import Statements

STATEMENTS = Statements(Path(__file__).parent / "sql" / "puzzles.sql")


@dataclass(frozen=True)
class Playable:
    """The open puzzles, newest first, and the one that was named, if it exists and has begun."""

    open: list[Any]  # Puzzle rows with one more column, `previous`
    named: Any = None

    @property
    def numbers(self) -> set[int]:
        return {puzzle.number for puzzle in self.open}


def playable_puzzles(now: datetime, named: int = 0) -> Playable:
    """One read. A puzzle whose day has not begun is as unknown as one that doesn't exist."""
    days = clock.open_days(now)
    values = {
        "first_day": connection.ops.adapt_datefield_value(min(days)),
        "last_day": connection.ops.adapt_datefield_value(max(days)),
        "named": named,
    }
    rows = list(Puzzle.objects.raw(STATEMENTS["playable_puzzles", connection.vendor], values))
    begun = [row for row in rows if clock.has_begun(row.day, now)]
    return Playable(
        open=[row for row in begun if clock.is_open(row.day, now)],
        named=next((row for row in begun if row.number == named), None),
    )


def between_puzzles(now: datetime) -> dict[str, Any]:
    """For a day without a puzzle: the last answers, and the day of the next puzzle (no more)."""
    upcoming = Puzzle.objects.upcoming(now).order_by("day")
    return {
        "answers": AnswerPost.objects.published()[:5],
        "next_day": upcoming.values_list("day", flat=True).first(),
    }
