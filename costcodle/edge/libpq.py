"""One row from PostgreSQL by the calls of libpq itself: no cursor, no adapters.

A module of its own: a site on SQLite never imports the driver, and a hit on PostgreSQL, which takes
some fifty microseconds, spends none of them on looking imports up.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from django.db import OperationalError
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.waiting import wait

Result = TypeVar("Result")

PREPARED = b"costcodle_revision"
# How long a wait may ignore a signal. A wait without this would not sleep at all.
WAIT_SECONDS = 0.1
DONE, ROWS = ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK


def read_row(raw: Any, text: str, work: Callable[[], Result]) -> tuple[str, str, Result]:
    """Both columns of the only row, and what `work` returns while the answer is on its way.

    Raises OperationalError when there is no such row, or the server can't be asked.
    """
    server = raw.pgconn
    try:
        if not getattr(raw, "revision_prepared", False):
            raw.revision_prepared = server.prepare(PREPARED, text.encode()).status == DONE
        server.send_query_prepared(PREPARED, ())
        try:
            result = work()
        finally:
            answer = wait(execute(server), server.socket, WAIT_SECONDS)[0]
    except psycopg.Error as error:
        raise OperationalError(f"the revision can't be read: {error}") from error
    if answer.status != ROWS or answer.ntuples != 1:
        message = answer.error_message.decode(errors="replace").strip() or "no row in site_state"
        raise OperationalError(f"the revision can't be read: {message}")
    return answer.get_value(0, 0).decode(), answer.get_value(0, 1).decode(), result
