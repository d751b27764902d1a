"""PostgreSQL: while somebody keeps a row locked, players wait for a while, not for ever."""

import pytest
from django.db import connection, transaction

from answers.models import Puzzle
from stats.models import DailyResult
from tests.make import make_puzzle

pytestmark = [
    pytest.mark.only("postgresql"),
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("noon"),
]


def test_waits_for_a_lock_are_limited():
    with connection.cursor() as cursor:
        cursor.execute("SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout'")
        assert 0 < cursor.fetchone()[0] <= 10_000


def test_a_game_ends_while_its_puzzle_is_locked_and_is_counted_after(client):
    make_puzzle(31)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 50")
    json = {"accept": "application/json"}
    with transaction.atomic(using="publisher"):
        Puzzle.objects.using("publisher").select_for_update().get(pk=31)
        ended = client.post("/play/", {"puzzle": 31, "guess": "11.99"}, headers=json)
    assert (ended.status_code, ended.json()["state"]) == (200, "won")
    assert DailyResult.objects.count() == 0
    client.get("/play/")
    assert DailyResult.objects.count() == 1
    connection.close()  # with its short wait
