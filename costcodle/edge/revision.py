"""The one database read of a cached request: revision and commit token, by primary key.

It goes to the driver itself, past Django's cursor, which costs several times the read. It runs in
autocommit and is fetched to the end, so it sees every commit and leaves no transaction open. The
connection is always `default`, the primary, whatever a router says.
"""

import sqlite3
from typing import Any, NamedTuple

from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

SELECT = "SELECT publication_revision, commit_token FROM site_state WHERE id = 1"
PREPARED = b"costcodle_revision"


class Revision(NamedTuple):
    """The state of all public pages: equal revisions, equal pages."""

    number: str
    token: str


def read_revision() -> Revision:
    """Reads the row from the primary. Raises a database error when it can't be read.

    A connection that died since the last request is replaced once, and so is one whose SQLite
    file was moved or replaced. Inside a transaction nothing is replaced: the error is raised.
    """
    wrapper = connections["default"]
    if wrapper.connection is not None:
        try:
            return _read(wrapper)
        except OperationalError:
            if wrapper.in_atomic_block:
                raise
            wrapper.close()
    wrapper.ensure_connection()
    return _read(wrapper)


def _read(wrapper: BaseDatabaseWrapper) -> Revision:
    read = _read_sqlite if wrapper.vendor == "sqlite" else _read_postgresql
    revision = read(wrapper.connection)
    # This read was a health check: Django need not make another.
    wrapper.health_check_done = True  # type: ignore[attr-defined]
    return revision


def _read_sqlite(raw: Any) -> Revision:
    if not raw.holds_path():
        raise OperationalError("the database file was moved or replaced")
    try:
        ((number, token),) = raw.execute(SELECT).fetchall()
    except (sqlite3.Error, ValueError) as error:
        raise OperationalError(f"the revision can't be read: {error}") from error
    return Revision(str(number), token)


def _read_postgresql(raw: Any) -> Revision:
    # libpq's own call: no cursor, no adapters, no wait loop in Python.
    import psycopg
    from psycopg.pq import ExecStatus

    server = raw.pgconn
    try:
        if not getattr(raw, "revision_prepared", False):
            prepared = server.prepare(PREPARED, SELECT.encode())
            raw.revision_prepared = prepared.status == ExecStatus.COMMAND_OK
        result = server.exec_prepared(PREPARED, ())
    except psycopg.Error as error:
        raise OperationalError(f"the revision can't be read: {error}") from error
    if result.status != ExecStatus.TUPLES_OK or result.ntuples != 1:
        message = result.error_message.decode(errors="replace").strip() or "no row in site_state"
        raise OperationalError(f"the revision can't be read: {message}")
    return Revision(result.get_value(0, 0).decode(), result.get_value(0, 1).decode())
