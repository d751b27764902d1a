"""PostgreSQL: a kept statement that the server refuses costs no result."""

import pytest
from django.db import connection

from stats.models import DailyResult
from stats.record import record_result
from tests.make import NOW, make_puzzle

pytestmark = [pytest.mark.only("postgresql"), pytest.mark.django_db(transaction=True)]


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


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
