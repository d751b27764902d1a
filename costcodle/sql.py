"""Loads raw SQL from `.sql` files: named blocks, shared fragments, one text for both engines.

A file is a list of blocks. Each begins with `-- name: some_name` and goes on with at least one
comment line of purpose, then the statement. `{some_name}` inside a statement is replaced by the
text of that block, of the same file or of a file that is shared with it (a guard that several
statements repeat is written once). `{lock no key update}` and `{lock share}` become row locks on
PostgreSQL and nothing on SQLite, which has one writer at a time anyway. Values are bound by the
driver, `%(name)s`, never pasted.
"""

import hashlib
import re
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from django.db import NotSupportedError, ProgrammingError
from django.db.transaction import TransactionManagementError

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_FRAGMENT = re.compile(r"\{(\w+)\}")
_LOCK = re.compile(r"\{lock ([a-z ]+)\}")
_VALUE = re.compile(r"%\((\w+)\)s")
_BEGIN, _COMMIT = "BEGIN", "COMMIT"

# For each connection of the driver: what calls the statements that it has prepared, by text.
_prepared: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()


class Statements:
    """The blocks of one `.sql` file: `statements["write_page", connection.vendor]` is its text."""

    def __init__(self, path: Path, *shared: "Statements") -> None:
        """Reads and checks the whole file. Raises ValueError naming the file and block at fault.

        The blocks of `shared` can be included by name, as fragments.
        """
        self.path = path
        self._texts: dict[tuple[str, str], str] = {}
        self.blocks = self._split(path.read_text(encoding="utf-8"))
        blocks = dict(self.blocks)
        for other in shared:
            if same := blocks.keys() & other.blocks.keys():
                raise ValueError(f"{path.name}: {other.path.name} has {min(same)} too")
            blocks |= other.blocks
        for name in self.blocks:
            text = self._expand(name, blocks, ())
            self._texts[name, "sqlite"] = _LOCK.sub("", text)
            self._texts[name, "postgresql"] = _LOCK.sub(lambda lock: f"FOR {lock[1].upper()}", text)

    def __getitem__(self, key: tuple[str, str]) -> str:
        return self._texts[key]

    def _split(self, content: str) -> dict[str, str]:
        _, *parts = _NAME.split(content)
        blocks: dict[str, str] = {}
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            lines = body.strip().splitlines()
            if name in blocks:
                raise ValueError(f"{self.path.name}: block {name} stands twice")
            if not lines or not lines[0].startswith("-- "):
                raise ValueError(f"{self.path.name}: block {name} has no line of purpose")
            text = "\n".join(line for line in lines if not line.lstrip().startswith("--"))
            if not text.strip():
                raise ValueError(f"{self.path.name}: block {name} is empty")
            blocks[name] = text.strip()
        return blocks

    def _expand(self, name: str, blocks: dict[str, str], seen: tuple[str, ...]) -> str:
        if name in seen:
            raise ValueError(f"{self.path.name}: block {name} includes itself")
        if name not in blocks:
            raise ValueError(f"{self.path.name}: block {seen[-1]} includes {name}, which is absent")
        return _FRAGMENT.sub(
            lambda found: self._expand(found[1], blocks, (*seen, name)), blocks[name]
        )


def fetch_one(connection: Any, text: str, values: dict[str, Any]) -> tuple[Any, ...] | None:
    """Runs one statement and returns its only row, or None.

    Always fetches to the end: on SQLite an unfetched RETURNING keeps the write lock.
    """
    rows = fetch_all(connection, text, values)
    if len(rows) > 1:
        raise ValueError(f"expected at most one row, got {len(rows)}")
    return rows[0] if rows else None


def fetch_all(connection: Any, text: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Runs one statement and returns all its rows."""
    return _run(connection, text, values)[1]


def execute(connection: Any, text: str, values: dict[str, Any]) -> int:
    """Runs one writing statement without RETURNING and returns its row count."""
    return _run(connection, text, values)[0]


def run_in_order(
    connection: Any, texts: list[str], values: dict[str, Any]
) -> list[tuple[int, list[tuple[Any, ...]]]]:
    """Runs statements one after the other and returns (row count, rows) of each.

    On PostgreSQL they are prepared once a connection, since planning them takes longer than
    running them, and travel in one message, since the way there and back does too. An error of
    one ends all that follow it; outside a transaction the message is one of its own. (psycopg's
    pipeline was tried and took longer.) Not for connections through a pool that hands a session
    of the server from client to client.
    """
    if connection.vendor != "postgresql":
        return [_run(connection, text, values) for text in texts]
    return _send(connection, texts, values)


def run_and_commit(
    connection: Any, texts: list[str], then: str, values: dict[str, Any]
) -> list[tuple[int, list[tuple[Any, ...]]]]:
    """PostgreSQL, outside a transaction: `run_in_order` in one of its own, and `then` after it.

    The commit and `then` travel in the same message. Returns (row count, rows) of each of `texts`.
    """
    if not connection.get_autocommit():
        raise TransactionManagementError("run_and_commit would commit the transaction around it")
    try:
        whole = [_BEGIN, *texts, _COMMIT, then]
        return _send(connection, whole, values)[1:-2]
    except BaseException:
        connection.close()  # an error leaves the transaction open, and Django knows of none
        raise


def _send(
    connection: Any, texts: list[str], values: dict[str, Any]
) -> list[tuple[int, list[tuple[Any, ...]]]]:
    try:
        return _run_prepared(connection, texts, values)
    except (NotSupportedError, ProgrammingError):
        # A plan that was kept over a migration, or a name that the server has lost: refused before
        # anything ran. A new connection has neither; inside a transaction the caller begins anew.
        if connection.in_atomic_block:
            raise
        connection.close()
        return _run_prepared(connection, texts, values)


def _run_prepared(
    connection: Any, texts: list[str], values: dict[str, Any]
) -> list[tuple[int, list[tuple[Any, ...]]]]:
    outcomes = []
    with connection.cursor() as cursor:
        cursor.execute(";\n".join(_calls(connection, cursor, texts)), values)
        for text in texts:
            outcomes.append(_outcome(cursor, text))
            cursor.nextset()
    return outcomes


def _calls(connection: Any, cursor: Any, texts: list[str]) -> list[str]:
    """The EXECUTE of each text, prepared on this connection where it is not yet."""
    calls = _prepared.setdefault(connection.connection, {})
    for text in texts:
        if text not in calls and text not in (_BEGIN, _COMMIT):
            # By the text, so that no name can ever stand for another statement.
            name = f"costcodle_{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"
            bound: list[str] = []

            def place(value: re.Match[str], bound: list[str] = bound) -> str:
                # A place for each occurrence: one of two places may be text, the other varchar.
                bound.append(value[0])
                return f"${len(bound)}"

            cursor.execute(f"PREPARE {name} AS {_VALUE.sub(place, text)}")
            calls[text] = f"EXECUTE {name} ({', '.join(bound)})" if bound else f"EXECUTE {name}"
    return [calls.get(text, text) for text in texts]


def _run(connection: Any, text: str, values: dict[str, Any]) -> tuple[int, list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return _outcome(cursor, text)


def _outcome(cursor: Any, text: str) -> tuple[int, list[tuple[Any, ...]]]:
    # By the text, since asking for `cursor.description` builds an object for each column.
    returns_rows = text.startswith("SELECT") or "RETURNING" in text
    # Rows first: on SQLite the row count of a RETURNING is 0 until its rows are fetched.
    rows = cursor.fetchall() if returns_rows else []
    return int(cursor.rowcount), rows
