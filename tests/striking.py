"""Strikes a condition out of the real SQL, so that a control test can show what it prevents."""

from typing import Any

from django.db import connection

from costcodle.sql import Statements


def strike(monkeypatch: Any, statements: Statements, condition: str, instead: str = "TRUE") -> None:
    """Replaces `condition` wherever it stands in the statements that the tests' engine runs.

    Raises AssertionError when it stands nowhere: a control test may not silently test nothing.
    """
    found = False
    for (name, vendor), text in list(statements._texts.items()):
        if vendor == connection.vendor and condition in text:
            monkeypatch.setitem(statements._texts, (name, vendor), text.replace(condition, instead))
            found = True
    assert found, f"{condition!r} stands in no statement"
