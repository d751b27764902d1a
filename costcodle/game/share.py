"""The text that a player shares after the end. Its first line is read by bots: it never changes."""

from costcodle.game.marks import mark_of
from costcodle.game.player import Game
from costcodle.rules import NUM_GUESSES, Guess

_ARROWS = {"up": "⬆️", "down": "⬇️"}
_SQUARES = {"far": "🟥", "near": "🟨"}


def share_text(game: Game, link: str) -> str:
    """`Costcodle #1168 3/6`, a line a guess, the link. `game` is over."""
    marks = [_emoji(guess) for guess in game.guesses]
    return "\n".join([f"Costcodle #{game.number} {_score(game)}", *marks, link])


def share_words(game: Game, link: str) -> str:
    """The same for people who hear it: words instead of pictures."""
    first = f"Costcodle #{game.number}: "
    first += f"solved in {_score(game)}." if game.won else f"not solved, {_score(game)}."
    lines = [
        f"Guess {number}: {mark_of(guess).words}." for number, guess in enumerate(game.guesses, 1)
    ]
    return "\n".join([first, *lines, link])


def _emoji(guess: Guess) -> str:
    return "✅" if guess.band == "win" else _ARROWS[guess.direction] + _SQUARES[guess.band]


def _score(game: Game) -> str:
    return f"{len(game.guesses) if game.won else 'X'}/{NUM_GUESSES}"
