"""How everyone fares with a puzzle that is open, for whoever has just finished it."""

from datetime import datetime, timedelta

from stats.numbers import Numbers, count_puzzle

MANY = 1_000  # fewer are counted in less time than it takes to render the page around them
KEPT = timedelta(seconds=10)

# What this process counted last of each puzzle, and when.
last_counts: dict[int, tuple[datetime, Numbers]] = {}


def numbers_so_far(number: int, now: datetime) -> Numbers:
    """The numbers of one puzzle; from MANY results on they may be KEPT old.

    This is shown to each player on a page of its own that nothing caches, and ten seconds don't
    move a percentage of thousands.
    """
    counted_at, numbers = last_counts.get(number, (now, None))
    if numbers and numbers.players >= MANY and timedelta() <= now - counted_at < KEPT:
        return numbers
    numbers = count_puzzle(number)
    last_counts[number] = now, numbers
    return numbers
