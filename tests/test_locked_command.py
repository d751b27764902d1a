"""What a command says when somebody else keeps the database locked for too long."""

import pytest
from django.db import connection, transaction

from answers.management.plain import PlainCommand
from answers.models import Puzzle
from tests.make import make_puzzle

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


class Rename(PlainCommand):
    def handle(self, **_: object) -> None:
        Puzzle.objects.update(name="New")


def test_a_locked_database_is_told_as_such(capsys):
    make_puzzle(1)
    short = "PRAGMA busy_timeout = 50" if connection.vendor == "sqlite" else "SET lock_timeout = 50"
    with connection.cursor() as cursor:
        cursor.execute(short)
    with transaction.atomic(using="publisher"):
        Puzzle.objects.using("publisher").update(name="Theirs")
        with pytest.raises(SystemExit) as ended:
            Rename().run_from_argv(["manage.py", "rename"])
    connection.close()  # with its short wait
    assert ended.value.code == 1
    assert "somebody else keeps it locked, so run it again." in capsys.readouterr().err
    # Ending a command closes all connections, this test's too, so theirs is undone as well.
    assert Puzzle.objects.get().name == "Product 1"
