"""The locks of whoever changes the bank. Inside a transaction, in this order: bank, puzzles.

A bank edit takes no lease and no ledger lock, which publishing takes before a puzzle's row.
"""

from collections.abc import Iterable
from pathlib import Path

from django.db import connection

from answers.models import Puzzle, PuzzleQuerySet
from costcodle.sql import Statements, fetch_one

BANK = Statements(Path(__file__).parent.parent / "sql" / "bank.sql")


def lock_bank() -> None:
    """Waits until no other transaction adds puzzles."""
    if connection.vendor == "postgresql":
        fetch_one(connection, BANK["lock_bank", connection.vendor], {})


def locked(puzzles: PuzzleQuerySet) -> list[Puzzle]:
    """The puzzles, locked in the order of their numbers.

    `no_key`: a plain FOR UPDATE would make the foreign-key check of every player's result wait.
    """
    return list(puzzles.select_for_update(no_key=True).order_by("number"))


def lock_puzzles(numbers: Iterable[int]) -> dict[int, Puzzle]:
    """The puzzles with these numbers, locked; absent ones are left out."""
    return {puzzle.number: puzzle for puzzle in locked(Puzzle.objects.filter(number__in=numbers))}
