"""Which puzzles are withdrawn: that stays with the number, whatever product stands there."""

from answers.models import PublicationItem


def withdrawn_numbers() -> set[int]:
    """Ask with the puzzles locked: what commits later is a withdrawal of what stands there then.

    The ledger's rows are not locked. It would change nothing, since whoever withdraws names a
    number, and the web's database role may not.
    """
    items = PublicationItem.objects.filter(state=PublicationItem.State.WITHDRAWN)
    return set(items.values_list("puzzle_id", flat=True))
