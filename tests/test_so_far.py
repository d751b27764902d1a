"""What a player who has finished is told of the others: exact while they are few, cheap always."""

from datetime import timedelta

import pytest

from stats.models import DailyResult
from stats.so_far import KEPT, MANY, numbers_so_far
from tests.make import NOW, make_many_results, make_puzzle, make_results

pytestmark = pytest.mark.django_db


def one_more(number: int, slot: int) -> None:
    DailyResult.objects.create(
        puzzle_id=number,
        session_id=f"more-{slot}",
        slot=slot,
        outcome="lost",
        guesses_used=6,
        created_at=NOW,
    )


def test_few_results_are_counted_at_each_look():
    make_puzzle(31)
    assert numbers_so_far(31, NOW).players == 0
    make_results(31, (1, 0, 0, 0, 0, 0))
    assert numbers_so_far(31, NOW).solved_percent == 100
    one_more(31, 2)
    assert numbers_so_far(31, NOW).solved_percent == 50


@pytest.mark.parametrize(
    ("later", "players"),
    [
        (timedelta(), MANY),
        (KEPT - timedelta(milliseconds=1), MANY),
        (KEPT, MANY + 1),
        (timedelta(seconds=-1), MANY + 1),  # the clock was set back
    ],
)
def test_many_results_are_counted_every_ten_seconds(later, players):
    make_puzzle(31)
    make_many_results(31, MANY)
    assert numbers_so_far(31, NOW).players == MANY
    one_more(31, MANY + 1)
    assert numbers_so_far(31, NOW + later).players == players


def test_puzzles_are_counted_apart(django_assert_num_queries):
    for number, count in ((30, MANY), (31, MANY + 5)):
        make_puzzle(number)
        make_many_results(number, count)
    with django_assert_num_queries(2):
        for _ in range(3):
            found = [numbers_so_far(number, NOW).players for number in (30, 31)]
    assert found == [MANY, MANY + 5]
