"""Which puzzle is shown, what a guess does, and the streak as it stands today."""

from dataclasses import dataclass
from datetime import date

import pytest

from costcodle.game.play import GameOver, choose_puzzle, current_streak, play_guess
from costcodle.game.player import Game, Player, Record
from costcodle.rules import judge
from tests.make import day_of

pytestmark = pytest.mark.engine_free


@dataclass
class Puzzle:
    number: int
    day: date
    price_cents: int = 1000
    previous: int = 0


TODAY, YESTERDAY = Puzzle(10, day_of(10), previous=9), Puzzle(9, day_of(9), previous=8)
BOTH = [TODAY, YESTERDAY]
BEGUN = Player().with_game(Game(9, "s", 8, (judge(1, 1000),)))
FINISHED = Player().with_game(Game(9, "s", 8, (judge(1000, 1000),)))


def test_todays_is_shown_to_a_stranger():
    assert choose_puzzle([TODAY], day_of(10), Player()) is TODAY
    assert choose_puzzle(BOTH, day_of(10), Player()) is TODAY


def test_yesterdays_is_shown_while_begun_and_not_finished():
    assert choose_puzzle(BOTH, day_of(10), BEGUN) is YESTERDAY
    assert choose_puzzle(BOTH, day_of(10), FINISHED) is TODAY


def test_yesterdays_is_not_shown_once_todays_is_begun():
    player = BEGUN.with_game(Game(10, "s", 9, (judge(1, 1000),)))
    assert choose_puzzle(BOTH, day_of(10), player) is TODAY


def test_day_without_a_puzzle():
    assert choose_puzzle([], day_of(10), Player()) is None
    assert choose_puzzle([YESTERDAY], day_of(10), Player()) is None
    assert choose_puzzle([YESTERDAY], day_of(10), FINISHED) is None
    assert choose_puzzle([YESTERDAY], day_of(10), BEGUN) is YESTERDAY


def test_guess_begins_a_game_and_goes_on_in_it():
    player, repeated = play_guess(Player(), TODAY, 500, "first")
    assert not repeated
    player, _ = play_guess(player, TODAY, 900, "second")
    game = player.game(10)
    assert (game.session_id, game.previous) == ("first", 9)
    assert [(guess.cents, guess.band) for guess in game.guesses] == [(500, "far"), (900, "near")]


def test_repeated_amount_changes_nothing_also_after_the_end():
    player, _ = play_guess(Player(), TODAY, 500, "s")
    assert play_guess(player, TODAY, 500, "s") == (player, True)
    player, _ = play_guess(player, TODAY, 1000, "s")
    assert play_guess(player, TODAY, 1000, "s") == (player, True)


def test_new_amount_after_the_end_is_refused():
    player, _ = play_guess(Player(), TODAY, 1000, "s")
    with pytest.raises(GameOver):
        play_guess(player, TODAY, 999, "s")
    player = Player()
    for cents in range(1, 7):
        player, _ = play_guess(player, TODAY, cents, "s")
    with pytest.raises(GameOver):
        play_guess(player, TODAY, 1000, "s")


def with_streak(last):
    return Player(Record(played=5, won=5, streak=5, max_streak=5, last=last))


def test_streak_stands_after_the_puzzle_before_and_after_this_one():
    assert current_streak(with_streak(9), TODAY, [TODAY]) == 5
    assert current_streak(with_streak(10), TODAY, [TODAY]) == 5


def test_streak_is_gone_once_a_missed_puzzle_is_closed():
    assert current_streak(with_streak(8), TODAY, BOTH) == 5  # yesterday's can still be won
    assert current_streak(with_streak(8), TODAY, [TODAY]) == 0
    assert current_streak(with_streak(7), TODAY, BOTH) == 0
