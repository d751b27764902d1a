"""The one database read of a cached request: revision and commit token, by primary key.

It goes to the driver itself, past Django's cursor, which costs several times the read. It runs in
autocommit and is fetched to the end, so it sees every commit and leaves no transaction open. The
connection is always `default`, the primary, whatever a router says.

On PostgreSQL waiting for the answer costs more than the answer: a process that sleeps has to be
woken up, there and here. So the caller may do something useful in that time.
"""

import sqlite3
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Result = TypeVar("Result")

SELECT = "SELECT publication_revision, commit_token FROM site_state WHERE id = 1"


class Revision(NamedTuple):
    """The state of all public pages: equal revisions, equal pages."""

    number: str
    token: str


def read_revision() -> Revision:
    """Reads the row from the primary. Raises a database error when it can't be read.

    A connection that died since the last request is replaced once, and so is one whose SQLite
    file was moved or replaced. Inside a transaction nothing is replaced: the error is raised.
    """
    return read_revision_beside(lambda: None)[0]


def read_revision_beside(work: Callable[[], Result]) -> tuple[Revision, Result]:
    """The same, and what `work` returns, which is called while the answer is on its way.

    `work` may not use the connection, and is called again when the read has to be repeated.
    """
    wrapper = connections["default"]
    if wrapper.connection is not None:
        try:
            return _read(wrapper, work)
        except OperationalError:
            if wrapper.in_atomic_block:
                raise
            wrapper.close()
    wrapper.ensure_connection()
    return _read(wrapper, work)


def session() -> Any:
    """The driver's connection of this thread: another one may be to another database."""
    return connections["default"].connection


def _read(wrapper: BaseDatabaseWrapper, work: Callable[[], Result]) -> tuple[Revision, Result]:
    read = _read_sqlite if wrapper.vendor == "sqlite" else _read_postgresql
    found = read(wrapper.connection, work)
    # This read was a health check: Django need not make another.
    wrapper.health_check_done = True  # type: ignore[attr-defined]
    return found


def _read_sqlite(raw: Any, work: Callable[[], Result]) -> tuple[Revision, Result]:
    if not raw.holds_path():
        raise OperationalError("the database file was moved or replaced")
    result = work()
    try:
        ((number, token),) = raw.execute(SELECT).fetchall()
    except (sqlite3.Error, ValueError) as error:
        raise OperationalError(f"the revision can't be read: {error}") from error
    return Revision(str(number), token), result


def _read_postgresql(raw: Any, work: Callable[[], Result]) -> tuple[Revision, Result]:
    number, token, result = _libpq().read_row(raw, SELECT, work)
    return Revision(number, token), result


@cache
def _libpq() -> ModuleType:
    return import_module("costcodle.edge.libpq")
