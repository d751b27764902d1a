"""Finds out what became of a batch whose COMMIT got no answer."""

import time
from datetime import timedelta
from typing import Any

from django.db import Error, transaction

from answers.publishing.batch import Landed
from answers.publishing.statements import STATEMENTS
from costcodle import sql

PAUSES = (0.1, 0.3, 1.0, 2.0, 4.0)  # seconds between tries while the server is away


class OutcomeUnknown(Exception):
    """The database could not be asked; the item stays due and a later run will see."""


def look_up(connection: Any, number: int, token: str, wait: timedelta) -> Landed | None:
    """What the attempt with `token` has made public, or None when it did not land.

    1. A new connection: the old one can't be trusted. 2. The ledger item is locked first, which
    waits until the lost transaction has ended; `wait` must be longer than the server lets a
    dead session idle in a transaction. 3. The log is searched for the token. Raises
    OutcomeUnknown when none of the tries got an answer.
    """
    for pause in (*PAUSES, None):
        try:
            connection.close()
            with transaction.atomic(using=connection.alias, durable=True):
                if connection.vendor == "postgresql":
                    milliseconds = wait // timedelta(milliseconds=1)
                    with connection.wrap_database_errors:  # it may be cut off again
                        connection.connection.execute(
                            f"SET LOCAL lock_timeout = {milliseconds};"
                            f" SET LOCAL statement_timeout = {milliseconds}"
                        )
                values = {"puzzle": number, "token": token}
                sql.fetch_all(connection, STATEMENTS["wait_for_item", connection.vendor], values)
                row = sql.fetch_one(connection, STATEMENTS["find_token", connection.vendor], values)
            return Landed(*row) if row else None
        except Error as error:
            if pause is None:
                raise OutcomeUnknown(f"outcome unknown: {error}") from error
            time.sleep(pause)
    raise AssertionError("unreachable")
