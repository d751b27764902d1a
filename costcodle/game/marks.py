"""How a guess is marked on the board: words, an arrow, a colour and a shape, never one alone."""

from dataclasses import dataclass

from costcodle.rules import NEAR_PERCENT, WIN_PERCENT, Band, Direction, Guess

WORDS: dict[tuple[Direction, Band], str] = {
    ("up", "far"): "far, the price is higher",
    ("up", "near"): "near, the price is higher",
    ("down", "far"): "far, the price is lower",
    ("down", "near"): "near, the price is lower",
    ("hit", "win"): "right",
}
# Outlines in a box of 24 by 24: arrow up, arrow down, tick.
SIGNS: dict[Direction, str] = {
    "up": "M12 4l7 8h-4.5v8h-5v-8H5z",
    "down": "M12 20l7-8h-4.5V4h-5v8H5z",
    "hit": "M9.5 19L3.5 13l2.5-2.5 3.5 3.5L18 5.5 20.5 8z",
}
MEANINGS: list[tuple[Direction, Band, str]] = [
    ("up", "far", f"Your guess is more than {NEAR_PERCENT}% off."),
    ("down", "near", f"Your guess is within {NEAR_PERCENT}% of the price."),
    ("hit", "win", f"Your guess is within {WIN_PERCENT}% of the price: you have won."),
]


@dataclass(frozen=True)
class Mark:
    """What the templates draw; `meaning` is for the page that explains the marks."""

    band: Band
    words: str
    sign: str
    cents: int = 0
    meaning: str = ""


def mark_of(guess: Guess) -> Mark:
    return Mark(guess.band, WORDS[guess.direction, guess.band], SIGNS[guess.direction], guess.cents)


def legend() -> list[Mark]:
    return [
        Mark(band, WORDS[direction, band], SIGNS[direction], meaning=meaning)
        for direction, band, meaning in MEANINGS
    ]
