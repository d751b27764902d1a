"""One player's board of one puzzle: what the page shows and what the JSON says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings

from answers.money import decimal_dollars, dollars
from costcodle import clock
from costcodle.game.cookie import write_code
from costcodle.game.marks import Mark, mark_of
from costcodle.game.play import current_streak
from costcodle.game.player import Game, Player, Record
from costcodle.game.share import share_text, share_words
from costcodle.rules import NEAR_PERCENT, NUM_GUESSES, WIN_PERCENT


@dataclass(frozen=True)
class Tally:
    """One line of the record: how often a game ended with this many guesses."""

    label: str
    words: str
    count: int
    width: int  # percent of the longest
    is_current: bool


@dataclass(frozen=True)
class Board:
    puzzle: Any  # a Puzzle row with the column `previous`
    puzzles: Sequence[Any]  # all open ones, newest first
    player: Player
    now: datetime
    repeated: bool = False

    num_guesses: ClassVar = NUM_GUESSES
    win_percent: ClassVar = WIN_PERCENT
    near_percent: ClassVar = NEAR_PERCENT

    @property
    def game(self) -> Game:
        return self.player.game(self.puzzle.number) or Game(self.puzzle.number, "", 0)

    @property
    def state(self) -> str:
        if not self.game.over:
            return "playing"
        return "won" if self.game.won else "lost"

    @property
    def guesses_left(self) -> int:
        return 0 if self.game.over else NUM_GUESSES - len(self.game.guesses)

    @property
    def source(self) -> str:
        """Where the price was read. A web address is not told before the end: it may show it."""
        source: str = self.puzzle.source
        is_address = "://" in source or source.lower().startswith("www.")
        return "" if is_address and not self.game.over else source

    @property
    def marked(self) -> list[Mark]:
        return [mark_of(guess) for guess in self.game.guesses]

    @property
    def empty_rows(self) -> range:
        return range(len(self.game.guesses) + 1, NUM_GUESSES + 1)

    @property
    def is_fresh(self) -> bool:
        """True when it shows nothing that the public home page doesn't show as well."""
        return not (self.game.guesses or self.other or self.player.record.played)

    @property
    def other(self) -> Any:
        """The other open puzzle, when there is something to do there: today's, or a begun one."""
        for puzzle in self.puzzles:
            game = self.player.game(puzzle.number)
            begun = game is not None and not game.over
            if puzzle.number > self.puzzle.number or (puzzle.number < self.puzzle.number and begun):
                return puzzle
        return None

    @property
    def is_todays(self) -> bool:
        """False for yesterday's puzzle in the grace window."""
        return bool(self.puzzle.day == clock.today(self.now))

    @property
    def closes_at(self) -> datetime:
        return clock.publishable_at(self.puzzle.day)

    @property
    def next_at(self) -> datetime:
        """When the next day's puzzle opens."""
        return clock.opens_at(self.puzzle.day + timedelta(days=1))

    @property
    def record(self) -> Record:
        """The player's record; its streak as it stands today."""
        streak = current_streak(self.player, self.puzzle, self.puzzles)
        return replace(self.player.record, streak=streak)

    @property
    def tallies(self) -> list[Tally]:
        record = self.record
        counts = [*enumerate(record.distribution, 1), (0, record.lost)]
        longest = max(count for _, count in counts) or 1
        ended = 0 if self.state == "lost" else len(self.game.guesses)
        return [
            Tally(
                label=str(used) if used else "X",
                words=f"in {used}" if used else "not solved",
                count=count,
                width=100 * count // longest,
                is_current=self.game.over and used == ended,
            )
            for used, count in counts
        ]

    @property
    def link(self) -> str:
        return f"{settings.SITE_ORIGIN}/"

    @property
    def restore_link(self) -> str:
        return f"{self.link}play/restore/?code={write_code(self.player.record)}"

    @property
    def share_rows(self) -> int:
        return len(self.game.guesses) + 2

    @property
    def share_text(self) -> str:
        return share_text(self.game, self.link)

    @property
    def share_words(self) -> str:
        return share_words(self.game, self.link)

    @property
    def said(self) -> str:
        """The one sentence or two that a screen reader speaks after a guess."""
        if self.repeated:
            return "You guessed that before, so it cost nothing."
        guesses, price = self.game.guesses, dollars(self.puzzle.price_cents)
        if self.state == "won":
            return f"Right, in {len(guesses)} of {NUM_GUESSES}. The price is {price}."
        if self.state == "lost":
            return f"Not solved. The price is {price}."
        if not guesses:
            return ""
        return (
            f"Guess {len(guesses)}, {dollars(guesses[-1].cents)}: {mark_of(guesses[-1]).words}."
            f" {self.guesses_left} left."
        )


def state_json(board: Board) -> dict[str, Any]:
    """The contract's state of `/play/`; price and share only after the end."""
    game, record = board.game, board.record
    return {
        "puzzle": board.puzzle.number,
        "state": board.state,
        "guesses": [
            {
                "guess": decimal_dollars(guess.cents),
                "direction": guess.direction,
                "band": guess.band,
            }
            for guess in game.guesses
        ],
        "guesses_left": board.guesses_left,
        "closes_at": clock.iso(board.closes_at),
        "now": clock.iso(board.now),
        "price": decimal_dollars(board.puzzle.price_cents) if game.over else None,
        "share": board.share_text if game.over else None,
        "record": {
            "played": record.played,
            "won": record.won,
            "streak": record.streak,
            "max_streak": record.max_streak,
            "distribution": {str(used): count for used, count in enumerate(record.distribution, 1)},
        },
        "notice": "already_guessed" if board.repeated else None,
    }
