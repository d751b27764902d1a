"""The rules of the game, pure, on whole cents."""

from dataclasses import dataclass
from typing import Literal

NUM_GUESSES = 6
WIN_PERCENT = 5
NEAR_PERCENT = 25

Direction = Literal["up", "down", "hit"]
Band = Literal["win", "near", "far"]


@dataclass(frozen=True)
class Guess:
    """One guess and all that a player may learn from it."""

    cents: int
    direction: Direction
    band: Band


def judge(cents: int, price_cents: int) -> Guess:
    """Within WIN_PERCENT of the price wins, within NEAR_PERCENT is near; `up`: it costs more."""
    distance = 100 * abs(cents - price_cents)
    if distance <= WIN_PERCENT * price_cents:
        return Guess(cents, "hit", "win")
    direction: Direction = "up" if price_cents > cents else "down"
    return Guess(cents, direction, "near" if distance <= NEAR_PERCENT * price_cents else "far")
