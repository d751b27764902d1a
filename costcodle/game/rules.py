"""The rules of the game, pure, on whole cents."""

from dataclasses import dataclass
from typing import Literal

NUM_GUESSES = 6

Direction = Literal["up", "down", "hit"]
Band = Literal["win", "near", "far"]


@dataclass(frozen=True)
class Guess:
    """One guess and all that a player may learn from it."""

    cents: int
    direction: Direction
    band: Band


def judge(cents: int, price_cents: int) -> Guess:
    """Within 5 % of the price wins, within 25 % is near; `up`: the price is higher."""
    distance = abs(cents - price_cents)
    if 20 * distance <= price_cents:
        return Guess(cents, "hit", "win")
    direction: Direction = "up" if price_cents > cents else "down"
    return Guess(cents, direction, "near" if 4 * distance <= price_cents else "far")
