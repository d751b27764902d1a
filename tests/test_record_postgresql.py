"""PostgreSQL: what a result's one message, with its own BEGIN and COMMIT, must not cost."""

import pytest
from django.db import IntegrityError, connection, transaction

from stats.models import DailyResult
from stats.record import record_result
from tests.make import NOW, make_puzzle

pytestmark = [pytest.mark.only("postgresql"), pytest.mark.django_db(transaction=True)]


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_turn_insert_commit_and_the_wait_for_the_disk_are_one_message(django_assert_num_queries):
    make_puzzle(31)
    record_result(31, "a", True, 3, NOW)  # prepares
    with django_assert_num_queries(1):
        assert record_result(31, "b", True, 3, NOW).slot == 2
    with django_assert_num_queries(2):
        assert record_result(31, "b", True, 3, NOW).outcome == "duplicate"


def test_error_leaves_no_transaction_open():
    make_puzzle(31)
    with pytest.raises(IntegrityError):
        record_result(31, "a", won=True, guesses_used=7, now=NOW)
    assert record_result(31, "b", True, 3, NOW).slot == 1


def test_transaction_of_the_caller_is_not_committed():
    make_puzzle(31)
    with transaction.atomic():
        assert record_result(31, "a", True, 3, NOW).slot == 1
        transaction.set_rollback(True)
    assert not DailyResult.objects.exists()


def widen_slot(kind: str) -> str:
    return f"ALTER TABLE daily_results ALTER COLUMN slot TYPE {kind}"


@pytest.mark.parametrize(
    ("change", "back"),
    [
        pytest.param(widen_slot("bigint"), widen_slot("integer"), id="a migration"),
        pytest.param("DEALLOCATE ALL", "", id="another session of a pool"),
    ],
)
def test_result_is_recorded_by_the_next_statement_too(change, back):
    make_puzzle(31)
    assert record_result(31, "a", True, 3, NOW).slot == 1
    run(change)
    try:
        assert record_result(31, "b", True, 3, NOW).slot == 2
    finally:
        if back:
            run(back)
        connection.close()
    assert DailyResult.objects.count() == 2
