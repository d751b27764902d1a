"""Runs the guarded statements, each set in one transaction of its own.

The final batch writes all of its rows or none: page, ledger item, revision and log change
together, under a guard that is part of the first statement and a random token that the others
look for. A writer that lost its lease, or whose reading has gone stale, changes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from answers.publishing.statements import STATEMENTS, time_values
from costcodle import clock, sql
from leases.lease import Lease


class PartialBatch(Exception):
    """The row counts of a batch were neither all one nor all zero; it was rolled back."""

    def __init__(self, counts: list[int]) -> None:
        super().__init__(f"row counts {tuple(counts)}; everything was rolled back")


@dataclass(frozen=True)
class Landed:
    """What a batch has made public."""

    revision: int
    content_version: int


@dataclass
class Attempt:
    """One run of a final batch: its token, and whether COMMIT may already have been sent."""

    token: str
    at_commit: bool = False


def run_final_batch(
    connection: Any, lease: Lease, first: str, values: dict[str, Any], attempt: Attempt
) -> Landed | None:
    """Writes the change that statement `first` begins; None when its guard let nothing through.

    `values` holds puzzle, action, item_state, new_state, content_version, reason and what
    `first` binds. In one transaction: 1. the page, 2. the ledger item, 3. the revision, 4. the
    log, 5. reading back. Raises PartialBatch for any mix of row counts, and the database's
    errors; `attempt.at_commit` then tells whether the outcome has to be looked up.
    """

    names = (first, "move_item", "raise_revision", "write_log", "read_back")
    texts = [STATEMENTS[name, connection.vendor] for name in names]
    with transaction.atomic(using=connection.alias, durable=True):
        # Read once the transaction has begun: on SQLite it may have waited for its turn.
        now = clock.utc_now()
        values = values | lease.values(now) | time_values(connection, now)
        values["token"] = attempt.token
        # Where the first one writes nothing the others find no token, touch nothing and lock
        # nothing, so they may travel with it.
        *writes, read_back = sql.run_in_order(connection, texts, values)
        counts = [count for count, _ in writes] + [len(read_back[1])]
        if not any(counts):
            return None
        if counts != [1, 1, 1, 1, 1]:
            raise PartialBatch(counts)
        attempt.at_commit = True
    return Landed(*read_back[1][0])


def settle(connection: Any, lease: Lease, values: dict[str, Any]) -> bool:
    """Ends a claim under which nothing public changes; False when the lease or page is lost.

    `values` holds puzzle, bank_version and content_version.
    """
    with transaction.atomic(using=connection.alias, durable=True):
        now = clock.utc_now()
        values = values | lease.values(now) | time_values(connection, now)
        for name in ("settle_item", "settle_page"):
            if not sql.execute(connection, STATEMENTS[name, connection.vendor], values):
                transaction.set_rollback(True, using=connection.alias)
                return False
    return True


def move_item_without_page(connection: Any, lease: Lease, values: dict[str, Any]) -> bool:
    """Moves the ledger item of a puzzle that has no page; False when the guard refused.

    `values` holds puzzle, item_state, new_state and reason.
    """
    with transaction.atomic(using=connection.alias, durable=True):
        now = clock.utc_now()
        values = values | lease.values(now) | time_values(connection, now)
        text = STATEMENTS["move_item_without_page", connection.vendor]
        return bool(sql.execute(connection, text, values))


@contextmanager
def without_waiting_for_disk(connection: Any) -> Iterator[None]:
    """Lets SQLite's COMMITs inside not wait for the disk: for leases and claims only.

    PostgreSQL is told so for each transaction, by the `no_wait` statement as its first. The log of
    either engine is written in order, so the final batch, which does wait, makes everything
    before it durable too. What a power cut can take are a lease and a claim under which nothing
    was published (docs/adr/0008).
    """
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    # Past Django's cursor, so that its errors have to be made Django's here.
    with connection.wrap_database_errors:
        connection.connection.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        if connection.connection is not None:  # a new connection begins with FULL by itself
            with connection.wrap_database_errors:
                connection.connection.execute("PRAGMA synchronous=FULL")
