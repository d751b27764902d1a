"""One writer: what `record_result` answers and what it writes."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import IntegrityError, transaction

from stats.models import DailyResult
from stats.record import Recorded, record_result
from tests.make import NOW, day_of, make_puzzle

pytestmark = pytest.mark.django_db

CLOSING = datetime(2026, 2, 1, 0, 10, tzinfo=UTC)  # of puzzle 31
INSTANT = timedelta(microseconds=1)


def record(number: int, session: str, now: datetime = NOW) -> Recorded:
    return record_result(number, session, won=True, guesses_used=3, now=now)


def test_slots_of_a_puzzle_count_from_one():
    make_puzzle(31)
    assert [record(31, session) for session in ("a", "b", "c")] == [
        Recorded("recorded", 1),
        Recorded("recorded", 2),
        Recorded("recorded", 3),
    ]


def test_row_holds_what_was_given_and_nothing_about_the_player():
    make_puzzle(31)
    record_result(31, "a" * 32, won=False, guesses_used=6, now=NOW)
    [row] = DailyResult.objects.values()
    assert row.pop("id")
    assert row == {
        "puzzle_id": 31,
        "session_id": "a" * 32,
        "slot": 1,
        "outcome": "lost",
        "guesses_used": 6,
        "created_at": NOW,
    }


def test_second_result_of_a_session_changes_nothing():
    make_puzzle(31)
    record(31, "a")
    record(31, "b")
    assert record_result(31, "a", won=False, guesses_used=6, now=NOW) == Recorded("duplicate", 1)
    assert record(31, "c") == Recorded("recorded", 3)
    assert DailyResult.objects.get(session_id="a").outcome == "won"


def test_puzzles_number_their_slots_apart():
    make_puzzle(30)
    make_puzzle(31)
    in_grace = NOW.replace(hour=0, minute=9)
    assert record(31, "a", in_grace) == Recorded("recorded", 1)
    assert record(30, "a", in_grace) == Recorded("recorded", 1)


@pytest.mark.parametrize(
    ("now", "outcome"),
    [
        (datetime(2026, 1, 31, tzinfo=UTC) - INSTANT, "closed"),
        (datetime(2026, 1, 31, tzinfo=UTC), "recorded"),
        (CLOSING - INSTANT, "recorded"),
        (CLOSING, "closed"),
        (CLOSING + INSTANT, "closed"),
    ],
)
def test_results_are_taken_while_the_puzzle_is_open(now, outcome):
    make_puzzle(31)
    assert record(31, "a", now).outcome == outcome
    assert DailyResult.objects.count() == (outcome == "recorded")


def test_session_recorded_in_time_keeps_its_slot_after_closing():
    make_puzzle(31)
    record(31, "a")
    assert record(31, "a", CLOSING) == Recorded("duplicate", 1)


def test_puzzle_that_does_not_exist_is_closed():
    assert record(31, "a") == Recorded("closed")


def test_instant_of_another_zone_is_the_same_instant():
    make_puzzle(31)
    elsewhere = CLOSING.astimezone(timezone(timedelta(hours=-8)))
    assert record(31, "a", elsewhere - INSTANT).outcome == "recorded"
    assert record(31, "b", elsewhere).outcome == "closed"


def test_naive_instant_is_refused():
    make_puzzle(31)
    with pytest.raises(ValueError, match="naive"):
        record(31, "a", NOW.replace(tzinfo=None))


def test_error_of_the_database_reaches_the_caller_and_leaves_nothing():
    make_puzzle(31)
    with pytest.raises(IntegrityError), transaction.atomic():
        record_result(31, "a", won=True, guesses_used=7, now=NOW)
    assert record(31, "b") == Recorded("recorded", 1)


def test_rolled_back_result_leaves_no_gap():
    make_puzzle(31)
    record(31, "a")
    with transaction.atomic():
        assert record(31, "b") == Recorded("recorded", 2)
        transaction.set_rollback(True)
    assert record(31, "c") == Recorded("recorded", 2)
    assert record(31, "b") == Recorded("recorded", 3)


def test_statements_a_result(django_assert_num_queries):
    make_puzzle(31)
    with django_assert_num_queries(1):
        record(31, "a")
    with django_assert_num_queries(2):
        record(31, "a")


def test_day_of_the_row_decides_not_the_number():
    make_puzzle(7, day=day_of(31))
    assert record(7, "a") == Recorded("recorded", 1)
