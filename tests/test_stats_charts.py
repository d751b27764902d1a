from datetime import date, timedelta

import pytest

from stats import charts
from stats.numbers import NOBODY, DayNumbers, Numbers

pytestmark = pytest.mark.engine_free

FIRST = date(2026, 1, 1)


def day(place: int, won: int, lost: int = 0) -> DayNumbers:
    return DayNumbers((0, 0, won, 0, 0, 0), lost, place + 1, FIRST + timedelta(days=place))


def test_distribution_shows_every_count_and_the_longest_bar_is_widest():
    bars = charts.distribution(Numbers((1, 2, 4, 8, 16, 32), 16))
    assert [(bar.label, bar.count) for bar in bars] == [
        ("1", 1),
        ("2", 2),
        ("3", 4),
        ("4", 8),
        ("5", 16),
        ("6", 32),
        ("X", 16),
    ]
    assert max(bars, key=lambda bar: bar.width).label == "6"
    assert [bar.width for bar in bars][-2:] == [charts.BARS_WIDEST, charts.BARS_WIDEST / 2]
    assert sum(bar.percent for bar in bars) == pytest.approx(100)
    assert [bar.is_lost for bar in bars] == [False] * 6 + [True]


def test_bars_and_their_counts_stay_inside_the_drawing():
    bars = charts.distribution(Numbers((50_000, 0, 0, 0, 0, 0), 0))
    assert bars[0].end <= 80  # the rest is the room of "50,000"
    assert bars[-1].y + bars[-1].height <= 100


def test_distribution_of_nobody_has_bars_of_no_width():
    bars = charts.distribution(NOBODY)
    assert {(bar.width, bar.percent) for bar in bars} == {(0, 0)}


def test_columns_stand_on_the_ground_and_the_fullest_day_reaches_the_top():
    found = charts.columns([day(0, 5), day(1, 0), day(9, 5, 5)], FIRST, 10)
    assert [(each.x, each.y, each.width, each.height) for each in found] == [
        (1, 50, 8, 50),
        (91, 0, 8, 100),
    ]
    assert charts.columns([day(0, 0)], FIRST, 10) == []


def test_solved_line_is_broken_where_nobody_played():
    days = [day(0, 1, 1), day(1, 1), day(2, 0), day(3, 0, 1), day(5, 3, 1)]
    assert charts.solved_line(days, FIRST, 10) == "M5.0 50.0h0L15.0 0.0M35.0 100.0h0M55.0 25.0h0"


def test_numbers_add_up():
    total = sum([day(0, 1, 2), day(1, 3, 4)], start=NOBODY)
    assert (total.players, total.won, total.lost) == (10, 4, 6)


def test_average_counts_six_guesses_for_a_lost_game():
    assert Numbers((1, 0, 0, 0, 0, 1), 2).average_guesses == (1 + 6 + 12) / 4
    assert Numbers((0, 0, 0, 0, 0, 0), 0).average_guesses is None
    assert NOBODY.solved_percent is None
