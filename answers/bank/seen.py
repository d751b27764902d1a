"""Whether the bank is still as somebody saw it."""

import hashlib

from answers.bank.refusals import Stale
from answers.models import Puzzle


def bank_fingerprint() -> str:
    """Changes with every puzzle that is added, changed or deleted."""
    versions = Puzzle.objects.order_by("number").values_list("number", "version")
    return hashlib.sha256(repr(list(versions)).encode()).hexdigest()


def check_unchanged(seen: str) -> None:
    """Raises Stale. Call it with what is going to be written locked: else it may change yet."""
    if bank_fingerprint() != seen:
        raise Stale("The bank changed since this preview: import again.")
