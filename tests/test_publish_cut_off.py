"""Publishing on PostgreSQL when the server ends its connection between two steps."""

import pytest
from django.db import connections

from answers.publishing import Outcome, claim, landed, publish_all
from tests.make import make_puzzle

pytestmark = [
    pytest.mark.only("postgresql"),
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]


def end_connection(connection):
    """Ends the session of `connection`, as a restart of the server does; it has ended then."""
    session = connection.connection.info.backend_pid
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [session])
        assert cursor.fetchone() == (True,)


def test_connection_lost_at_the_release_fails_no_later_puzzle(monkeypatch):
    for number in (1, 2, 3):
        make_puzzle(number)
    release = claim.let_go

    def cut_off(connection, lease):
        monkeypatch.setattr(claim, "let_go", release)
        end_connection(connection)
        release(connection, lease)

    monkeypatch.setattr(claim, "let_go", cut_off)
    results = []
    publish_all([1, 2, 3], results.append)
    assert [result.outcome for result in results] == [Outcome.PUBLISHED] * 3


def test_look_up_that_is_cut_off_itself_tries_again(monkeypatch):
    make_puzzle(1)
    connection = connections["publisher"]
    begin = landed.transaction.atomic

    def cut_off(**options):
        monkeypatch.setattr(landed.transaction, "atomic", begin)
        connection.ensure_connection()
        end_connection(connection)
        return begin(**options)

    monkeypatch.setattr(landed.transaction, "atomic", cut_off)
    assert landed.look_up(connection, 1, "0" * 32) is None
