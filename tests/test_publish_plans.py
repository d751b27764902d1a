"""PostgreSQL: the publisher's statements are prepared once, and find their rows by keys."""

from typing import Any

import pytest
from django.db import connections

from answers.models import AnswerPost
from answers.publishing import Outcome, publish_puzzle, restore_puzzle, withdraw_puzzle
from tests.make import make_puzzle

pytestmark = [
    pytest.mark.only("postgresql"),
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]


@pytest.fixture
def publisher() -> Any:
    """A publisher's connection that has prepared nothing yet."""
    connection = connections["publisher"]
    connection.close()
    return connection


class Sent:
    """Notes the messages of a connection with their values."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, Any]] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.messages.append((sql, params))
        return execute(sql, params, many, context)

    def count(self, word: str) -> int:
        return sum(sql.startswith(word) for sql, _ in self.messages)


def test_each_statement_is_prepared_once_a_connection(publisher):
    for number in (1, 2):
        make_puzzle(number)
    for prepared in (10, 0):  # three of claim and their setting, five of the batch, the release
        sent = Sent()
        with publisher.execute_wrapper(sent):
            assert publish_puzzle(2 if prepared == 0 else 1).outcome is Outcome.PUBLISHED
        assert sent.count("PREPARE") == prepared
        assert sent.count("EXECUTE") == 3  # messages: claim, batch, release


def test_no_plan_reads_a_table_or_an_index_whole(publisher):
    """A plan of the first page, made while the tables were empty, serves the thousandth."""
    make_puzzle(1)
    with publisher.cursor() as cursor:
        cursor.execute("ANALYZE")
    sent = Sent()
    with publisher.execute_wrapper(sent):
        publish_puzzle(1)
        withdraw_puzzle(1, "Wrong product.")
        restore_puzzle(1)
    calls = {
        call: values
        for message, values in sent.messages
        if message.startswith("EXECUTE")
        for call in message.split(";\n")
    }
    assert len(calls) == 14
    plans = {}
    with publisher.cursor() as cursor:
        for call, values in calls.items():
            cursor.execute(f"EXPLAIN (COSTS OFF) {call}", values)
            plans[call] = [line for (line,) in cursor.fetchall()]
    for plan in plans.values():
        text = "\n".join(plan)
        assert "Seq Scan" not in text, text
        for place, line in enumerate(plan):
            if "Index Scan" in line or "Index Only Scan" in line:
                assert "Index Cond" in plan[place + 1], text


def test_plan_that_a_migration_made_stale_costs_one_try(publisher):
    for number in (1, 2):
        make_puzzle(number)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED

    def widen(to: int) -> None:
        with connections["default"].cursor() as cursor:
            cursor.execute(f"ALTER TABLE puzzles ALTER COLUMN size TYPE varchar({to})")

    with connections["default"].cursor() as cursor:
        cursor.execute(
            "SELECT character_maximum_length FROM information_schema.columns"
            " WHERE table_name = 'puzzles' AND column_name = 'size'"
        )
        before = cursor.fetchone()[0]
    widen(before + 1)
    try:
        stale = publish_puzzle(2)
        assert stale.outcome is Outcome.FAILED
        assert "cached plan" in str(stale.message)
        assert publish_puzzle(2).outcome is Outcome.PUBLISHED
    finally:
        widen(before)
        publisher.close()
    assert AnswerPost.objects.count() == 2
