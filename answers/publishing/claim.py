"""Taking a puzzle in hand: its lease and its ledger item, in one transaction."""

import functools
import logging
import os
from typing import Any

from django.conf import settings
from django.db import Error, transaction

from answers.publishing.batch import without_waiting_for_disk
from answers.publishing.page import Snapshot
from answers.publishing.read import snapshot_of
from answers.publishing.statements import STATEMENTS, no_wait, time_values
from costcodle import clock, sql
from leases import lease as leases
from leases.lease import Lease

logger = logging.getLogger("costcodle.publication")


class Busy(Exception):
    """Another holder has the lease."""


@functools.cache
def _owner_id(process: int) -> str:
    return leases.new_owner_id()


def owner_id() -> str:
    """The random name of this process run; a forked child gets one of its own."""
    return _owner_id(os.getpid())


def take_in_hand(connection: Any, number: int, statement: str) -> tuple[Lease, Snapshot] | None:
    """Takes the lease of puzzle `number`, claims its ledger item by `statement`, and reads.

    Returns None, with nothing written and no lease held, when the claim refuses: there is
    nothing to be done, or no such puzzle. Raises Busy while somebody else has the lease, and
    the database's errors; where only the answer to COMMIT was lost, a lease may then stand that
    nobody works under, until it expires.
    """
    with (
        without_waiting_for_disk(connection),
        transaction.atomic(using=connection.alias, durable=True),
    ):
        now = clock.utc_now()
        request = leases.ask_for(f"publication:{number}", owner_id(), now, settings.LEASE)
        values = request.values() | time_values(connection, now) | {"puzzle": number}
        texts = [
            *no_wait(connection),
            leases.STATEMENTS["take_lease", connection.vendor],
            STATEMENTS[statement, connection.vendor],
            STATEMENTS["read", connection.vendor],
        ]
        *_, taken, claimed, read = sql.run_in_order(connection, texts, values)
        lease = request.granted(taken[1])
        if lease is None or not claimed[1]:
            transaction.set_rollback(True, using=connection.alias)
    if lease is None:
        raise Busy
    return (lease, snapshot_of(read[1][0])) if claimed[1] else None


def keep(connection: Any, lease: Lease) -> Lease | None:
    """The lease, renewed when much of it was used up by rendering; None when it is lost."""
    if not lease.is_trusted():
        return None
    if lease.seconds_left() < settings.LEASE.total_seconds() / 2:
        return leases.renew_lease(connection, lease, clock.utc_now(), settings.LEASE)
    return lease


def let_go(connection: Any, lease: Lease) -> None:
    """Releases the lease; where that fails it expires `LEASE_SECONDS` after it was taken."""
    try:
        with without_waiting_for_disk(connection):
            leases.release_lease(connection, lease, clock.utc_now(), *no_wait(connection))
    except Error as error:
        logger.warning("The lease %s was not released: %s", lease.key, error)


def note_error(connection: Any, lease: Lease, number: int, message: str) -> None:
    """Writes a failure on the ledger item for people to read, as far as that is possible."""
    try:
        now = clock.utc_now()
        values = lease.values(now) | time_values(connection, now)
        values |= {"puzzle": number, "error": message[:500]}
        sql.execute(connection, STATEMENTS["note_error", connection.vendor], values)
    except Error as error:
        logger.warning("The error of puzzle %s was not noted: %s", number, error)
