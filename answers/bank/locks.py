"""The transaction and the locks of whoever changes the bank, in this order: bank, puzzles.

A bank edit takes no lease and no ledger lock; publishing takes those before a puzzle's row.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic

from django.db import connection, transaction

from answers.models import Puzzle, PuzzleQuerySet
from costcodle.sql import Statements, fetch_one

BANK = Statements(Path(__file__).parent.parent / "sql" / "bank.sql")


@contextmanager
def bank_transaction(now: datetime, *, adds: bool = False) -> Iterator[Callable[[], datetime]]:
    """One transaction; gives the reader of its instant: `now` and what was waited since.

    Read it when the locks are granted: a wait may have gone past midnight, and what has begun by
    then is frozen. With `adds` no other transaction adds puzzles meanwhile.
    """
    asked = monotonic()
    with transaction.atomic():
        if adds and connection.vendor == "postgresql":
            fetch_one(connection, BANK["lock_bank", connection.vendor], {})
        yield lambda: now + timedelta(seconds=monotonic() - asked)


def locked(puzzles: PuzzleQuerySet) -> list[Puzzle]:
    """The puzzles, locked in the order of their numbers.

    `no_key`: a plain FOR UPDATE would make the foreign-key check of every player's result wait.
    """
    return list(puzzles.select_for_update(no_key=True).order_by("number"))


def lock_puzzles(numbers: Iterable[int]) -> dict[int, Puzzle]:
    """The puzzles with these numbers, locked; absent ones are left out."""
    return {puzzle.number: puzzle for puzzle in locked(Puzzle.objects.filter(number__in=numbers))}
