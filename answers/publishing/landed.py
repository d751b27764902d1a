"""Finds out what became of a batch whose COMMIT got no answer."""

import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import Error, transaction

from answers.publishing.batch import Landed
from answers.publishing.statements import STATEMENTS
from costcodle import sql

PAUSES = (0.1, 0.3, 1.0, 2.0, 4.0)  # seconds between tries while the server is away


class OutcomeUnknown(Exception):
    """The database could not be asked; the item stays due and a later run will see."""


def look_up_wait() -> timedelta:
    """Longer than a dead session may idle in its transaction (see `publisher_options`)."""
    return settings.LEASE / 3


def look_up(connection: Any, number: int, token: str) -> Landed | None:
    """What the attempt with `token` has made public, or None when it did not land.

    1. A new connection: the old one can't be trusted. 2. The ledger item is locked first, which
    waits until the lost transaction has ended: at most `look_up_wait`. 3. The log is searched for
    the token. Raises OutcomeUnknown when none of the tries got an answer.
    """
    values = {
        "puzzle": number,
        "token": token,
        "milliseconds": str(look_up_wait() // timedelta(milliseconds=1)),
    }
    pauses = iter(PAUSES)
    while True:
        try:
            connection.close()
            with transaction.atomic(using=connection.alias, durable=True):
                if connection.vendor == "postgresql":
                    sql.fetch_all(connection, STATEMENTS["allow_waiting", "postgresql"], values)
                sql.fetch_all(connection, STATEMENTS["wait_for_item", connection.vendor], values)
                row = sql.fetch_one(connection, STATEMENTS["find_token", connection.vendor], values)
            return Landed(*row) if row else None
        except Error as error:
            pause = next(pauses, None)
            if pause is None:
                raise OutcomeUnknown(f"outcome unknown: {error}") from error
        time.sleep(pause)
