"""Which puzzle a player sees, and what a guess does to a game. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Protocol, TypeVar

from costcodle.game.player import Game, Player
from costcodle.rules import judge


class OpenPuzzle(Protocol):
    number: int
    day: date
    price_cents: int
    previous: int


Puzzle = TypeVar("Puzzle", bound=OpenPuzzle)


class GameOver(Exception):
    """A new amount after the end of the game."""


def choose_puzzle(puzzles: Sequence[Puzzle], today: date, player: Player) -> Puzzle | None:
    """Of the open puzzles the one that `/play/` shows, or None: as a rule today's.

    In the grace window yesterday's is shown while it is begun, not finished, and today's is not
    begun. It is never offered to someone who had not begun it.
    """
    current = next((puzzle for puzzle in puzzles if puzzle.day == today), None)
    earlier = next((puzzle for puzzle in puzzles if puzzle.day < today), None)
    if earlier and not (current and player.game(current.number)):
        game = player.game(earlier.number)
        if game and not game.over:
            return earlier
    return current


def play_guess(
    player: Player, puzzle: OpenPuzzle, cents: int, new_session_id: str
) -> tuple[Player, bool]:
    """The player after the guess, and whether the amount had been guessed before.

    An amount guessed before changes nothing, also after the end. Raises GameOver for a new one.
    """
    game = player.game(puzzle.number) or Game(puzzle.number, new_session_id, puzzle.previous)
    if any(guess.cents == cents for guess in game.guesses):
        return player, True
    if game.over:
        raise GameOver
    guesses = (*game.guesses, judge(cents, puzzle.price_cents))
    return player.with_game(replace(game, guesses=guesses)), False


def current_streak(player: Player, puzzle: OpenPuzzle, puzzles: Sequence[OpenPuzzle]) -> int:
    """The streak as it stands while `puzzle` is played: 0 when a puzzle before it was missed.

    The puzzle before it counts as missed only once it is closed.
    """
    record = player.record
    alive = {puzzle.number, puzzle.previous}
    alive |= {other.previous for other in puzzles if other.number == puzzle.previous}
    return record.streak if record.last in alive or record.last > puzzle.number else 0
