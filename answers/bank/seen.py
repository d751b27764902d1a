"""Whether the bank, or one puzzle of it, is still as somebody saw it.

The version alone can't tell: a number that was deleted and given anew begins at version 1 again.
"""

import hashlib
from typing import Any

from answers.bank.fields import PRODUCT
from answers.bank.refusals import Stale
from answers.models import Puzzle

_SEEN = ("number", "version", *PRODUCT, "image_key")


def puzzle_fingerprint(puzzle: Puzzle) -> str:
    """Changes with every change of the puzzle, and with another one under its number."""
    return _hash([tuple(getattr(puzzle, name) for name in _SEEN)])


def bank_fingerprint() -> str:
    """Changes with every puzzle that is added, changed or deleted."""
    return _hash(Puzzle.objects.order_by("number").values_list(*_SEEN))


def check_unchanged(seen: str) -> None:
    """Raises Stale. Call it with what is going to be written locked: else it may change yet."""
    if bank_fingerprint() != seen:
        raise Stale("The bank changed since this preview: import again.")


def _hash(rows: Any) -> str:
    return hashlib.blake2b(repr(list(rows)).encode(), digest_size=16).hexdigest()
