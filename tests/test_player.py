"""The record: streaks in the order of days, over midnight, and on another device."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcodle.game.player import Game, Player, Record
from costcodle.rules import NUM_GUESSES, judge

pytestmark = pytest.mark.engine_free

PRICE = 1000
MISS, HIT = judge(100, PRICE), judge(PRICE, PRICE)


def make_game(number, used=3, won=True, previous=None):
    """A finished game; by default the puzzle before it is the day before's."""
    guesses = (MISS,) * (used - 1) + (HIT,) if won else (MISS,) * NUM_GUESSES
    previous = number - 1 if previous is None else previous
    return Game(number, f"session-{number}", previous, guesses)


def make_record(*games):
    record = Record()
    for game in games:
        record = record.with_game(game)
    return record


def test_six_misses_lose_and_a_right_sixth_guess_wins():
    assert not make_game(1, won=False).won and make_game(1, won=False).over
    assert make_game(1, used=6).won and make_game(1, used=6).over
    assert not Game(1, "s", 0, (MISS,) * 5).over


def test_consecutive_wins_are_a_streak():
    record = make_record(make_game(1), make_game(2, used=1), make_game(3, used=6))
    assert (record.played, record.won, record.streak, record.max_streak) == (3, 3, 3, 3)
    assert record.distribution == (1, 0, 1, 0, 0, 1)


def test_loss_ends_the_streak_and_keeps_the_best():
    record = make_record(make_game(1), make_game(2), make_game(3, won=False), make_game(4))
    assert (record.played, record.won, record.lost) == (4, 3, 1)
    assert (record.streak, record.max_streak) == (1, 2)


def test_missed_puzzle_ends_the_streak():
    assert make_record(make_game(1), make_game(3)).streak == 1


def test_day_without_a_puzzle_keeps_the_streak():
    assert make_record(make_game(1), make_game(3, previous=1)).streak == 2


def test_game_counts_once():
    assert make_record(make_game(2), make_game(2), make_game(1)).played == 1


def test_unfinished_game_of_a_closed_puzzle_leaves_no_trace_but_ends_the_streak():
    player = Player(make_record(make_game(1)), (Game(2, "s", 1, (MISS,)),))
    counted = player.count_closed({3})
    assert counted.games == () and counted.record == player.closed
    assert counted.with_game(make_game(3)).record.streak == 1


def test_yesterday_finished_after_today_counts_for_its_own_day():
    player = Player(make_record(make_game(8), make_game(9)))
    player = player.with_game(make_game(11)).with_game(Game(10, "s", 9, (MISS,)))
    assert player.record.streak == 1  # as long as yesterday's isn't won
    player = player.with_game(make_game(10))
    assert player.record.streak == 4
    assert player.count_closed({11}).count_closed({12}).record.streak == 4


def test_game_of_a_clock_that_is_ahead_stays():
    player = Player().with_game(make_game(5))
    assert player.count_closed({4}) == player
    assert player.count_closed({5}) == player
    assert player.count_closed({6}).games == ()


def test_other_device_takes_over_only_with_more_played():
    more, less = make_record(make_game(1), make_game(2)), make_record(make_game(1))
    assert Player(less).take_over(more).record == more
    assert Player(more).take_over(less).record == more
    assert Player(more).take_over(more).record == more


def test_taking_over_never_adds_the_game_that_ended_here():
    other = make_record(make_game(1), make_game(2))
    player = Player().with_game(make_game(3)).take_over(other)
    assert (player.record.played, player.record.won) == (2, 2)
    assert player.count_closed({4}).record.played == 2


def test_game_counted_on_the_other_device_is_not_counted_here():
    other = make_record(make_game(1), make_game(2), make_game(3))
    player = Player().with_game(Game(3, "s", 2, (MISS,))).take_over(other)
    assert player.with_game(make_game(3)).record.played == 3


def test_percent_is_rounded_half_up():
    assert Record().won_percent == 0
    assert Record(played=3, won=2).won_percent == 67
    assert Record(played=8, won=1).won_percent == 13


@given(st.lists(st.sampled_from(["won", "lost", "missed", "none"]), max_size=40))
def test_streak_agrees_with_a_walk_over_the_days(days):
    record, streak, best, previous = Record(), 0, 0, 0
    for number, day in enumerate(days, 1):
        if day == "none":
            continue
        if day != "missed":
            record = record.with_game(make_game(number, won=day == "won", previous=previous))
        streak = streak + 1 if day == "won" else 0
        best = max(best, streak)
        previous = number
    assert record.max_streak == best
    if days and days[-1] in ("won", "lost"):
        assert record.streak == streak
    assert record.played == days.count("won") + days.count("lost")
    assert sum(record.distribution) == record.won == days.count("won")
