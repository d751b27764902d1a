"""What the site knows of a player: the games of the open puzzles, and the record. Pure.

The record counts games of puzzles that are closed. A game that has ended while its puzzle is
still open stands in `games` and is added whenever the record is shown, in the order of the days:
so yesterday's game, finished in the grace window after today's, still counts for its own day.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from costcodle.rules import NUM_GUESSES, Guess


@dataclass(frozen=True)
class Game:
    """One player's game of one puzzle."""

    number: int
    session_id: str
    previous: int  # number of the puzzle of the last day before that had one, 0 without
    guesses: tuple[Guess, ...] = ()
    slot: int | None = None  # None until the result is recorded; 0: recorded without a slot

    @property
    def won(self) -> bool:
        return bool(self.guesses) and self.guesses[-1].band == "win"

    @property
    def over(self) -> bool:
        return self.won or len(self.guesses) == NUM_GUESSES


@dataclass(frozen=True)
class Record:
    """Finished games. `last` is the newest puzzle that was finished."""

    played: int = 0
    won: int = 0
    streak: int = 0
    max_streak: int = 0
    distribution: tuple[int, ...] = (0,) * NUM_GUESSES
    last: int = 0

    @property
    def lost(self) -> int:
        return self.played - self.won

    @property
    def won_percent(self) -> int:
        return (200 * self.won + self.played) // (2 * self.played) if self.played else 0

    def with_game(self, game: Game) -> "Record":
        """The record after `game`; the same record when it isn't over or is counted already."""
        if not game.over or game.number <= self.last:
            return self
        if not game.won:
            return replace(self, played=self.played + 1, streak=0, last=game.number)
        streak = self.streak + 1 if self.last == game.previous else 1
        used = len(game.guesses)
        return Record(
            played=self.played + 1,
            won=self.won + 1,
            streak=streak,
            max_streak=max(streak, self.max_streak),
            distribution=tuple(
                count + (number == used) for number, count in enumerate(self.distribution, 1)
            ),
            last=game.number,
        )


@dataclass(frozen=True)
class Player:
    """Games in the order of their numbers, at most two; `closed`: the record of closed puzzles."""

    closed: Record = Record()
    games: tuple[Game, ...] = ()
    repeated: bool = False  # the last guess had been made before: said once, on the next page

    @property
    def record(self) -> Record:
        record = self.closed
        for game in self.games:
            record = record.with_game(game)
        return record

    def game(self, number: int) -> Game | None:
        return next((game for game in self.games if game.number == number), None)

    def with_game(self, game: Game) -> "Player":
        others = [other for other in self.games if other.number != game.number]
        games = sorted([*others, game], key=lambda each: each.number)
        return replace(self, games=tuple(games[-2:]))

    def count_closed(self, open_numbers: Collection[int]) -> "Player":
        """Moves games of closed puzzles into the record; unfinished ones leave no trace in it.

        A game newer than the open puzzles belongs to a process whose clock is ahead: it stays.
        """
        newest = max(open_numbers, default=0)
        record, kept = self.closed, []
        for game in self.games:
            if game.number in open_numbers or game.number > newest:
                kept.append(game)
            else:
                record = record.with_game(game)
        return replace(self, closed=record, games=tuple(kept))

    def take_over(self, other: Record) -> "Player":
        """With another device's record if it has played more; the two are never added.

        Games that ended here are not added to it either, now or later.
        """
        if other.played <= self.record.played:
            return self
        last = max([other.last, *(game.number for game in self.games if game.over)])
        return replace(self, closed=replace(other, last=last))
