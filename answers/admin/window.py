"""The amounts that win, on whole cents: what makes a puzzle hard is how few there are."""

from costcodle.rules import WIN_PERCENT

SMALL_WINDOW = 50  # amounts; a price below $5.00 has fewer


def winning_window(price_cents: int) -> tuple[int, int]:
    """The lowest and the highest guess that win, in cents: those within WIN_PERCENT."""
    reach = price_cents * WIN_PERCENT // 100
    return price_cents - reach, price_cents + reach


def is_small(price_cents: int) -> bool:
    """True where fewer amounts than SMALL_WINDOW win."""
    lowest, highest = winning_window(price_cents)
    return highest - lowest + 1 < SMALL_WINDOW
