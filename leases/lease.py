"""Fenced leases: who may work under a key, until when, as which term.

A lease is held while `expires_at > now` and can be taken once `expires_at <= now`. Each taking
raises the fence by one. A lease saves work and decides who may try; it does not give exactly
once, because its holder can be paused at any instruction. What writes must therefore repeat
`lease_guard` (in `leases.sql`) inside its own statements.

Every function takes `now`, read just before the call. An error of the database means "not held"
and reaches the caller as it is.
"""

import os
import secrets
import socket
import time
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from costcodle import clock, sql

STATEMENTS = sql.Statements(Path(__file__).parent / "sql" / "leases.sql")

# Of a lease's time, the part after which its holder starts nothing new.
TRUSTED_PART = 0.8


def new_owner_id() -> str:
    """A random name for one run of a process; host and pid stand first, for people to read."""
    host = socket.gethostname()[:40]
    return f"{host}-{os.getpid()}-{secrets.token_hex(8)}"


@dataclass(frozen=True)
class Lease:
    """A lease as it was taken: the fence is its term, `trusted_until` is monotonic, in seconds."""

    key: str
    owner_id: str
    fence: int
    trusted_until: float

    def seconds_left(self) -> float:
        """Seconds until this process stops trusting the lease, by its own monotonic clock."""
        return self.trusted_until - time.monotonic()

    def is_trusted(self) -> bool:
        """Never true for longer than the lease lasts."""
        return self.seconds_left() > 0

    def values(self, now: datetime) -> dict[str, Any]:
        """What `lease_guard` binds."""
        return {
            "lease_key": self.key,
            "owner_id": self.owner_id,
            "fence": self.fence,
            "now_ms": clock.milliseconds(now),
        }


def _trusted_until(duration: timedelta) -> float:
    """Measured from before the statement is sent: local time only ever ends trust early."""
    return time.monotonic() + TRUSTED_PART * duration.total_seconds()


@dataclass(frozen=True)
class Request:
    """A wish for a lease, dated before its statement is sent."""

    key: str
    owner_id: str
    trusted_until: float
    now_ms: int
    expires_ms: int

    def values(self) -> dict[str, Any]:
        """What `take_lease` binds."""
        return {
            "lease_key": self.key,
            "owner_id": self.owner_id,
            "now_ms": self.now_ms,
            "expires_ms": self.expires_ms,
        }

    def granted(self, rows: list[tuple[Any, ...]]) -> Lease | None:
        """The lease that the rows of `take_lease` stand for; None while somebody holds it."""
        return Lease(self.key, self.owner_id, rows[0][0], self.trusted_until) if rows else None


def ask_for(key: str, owner_id: str, now: datetime, duration: timedelta) -> Request:
    """For the caller, who sends `take_lease` together with statements of its own."""
    return Request(
        key,
        owner_id,
        _trusted_until(duration),
        clock.milliseconds(now),
        clock.milliseconds(now + duration),
    )


def renew_lease(connection: Any, lease: Lease, now: datetime, duration: timedelta) -> Lease | None:
    """Lengthens a lease that is still held and returns it anew; None when it is gone."""
    trusted_until = _trusted_until(duration)
    values = lease.values(now) | {"expires_ms": clock.milliseconds(now + duration)}
    renewed = sql.execute(connection, STATEMENTS["renew_lease", connection.vendor], values)
    return replace(lease, trusted_until=trusted_until) if renewed else None


def release_lease(connection: Any, lease: Lease, now: datetime, *before: str) -> bool:
    """Ends a lease that is still held; False when it was not.

    `before` are statements that travel in the same message, ahead of it.
    """
    texts = [*before, STATEMENTS["release_lease", connection.vendor]]
    *_, (count, _) = sql.run_in_order(connection, texts, lease.values(now))
    return bool(count)


def is_held(connection: Any, lease: Lease, now: datetime) -> bool:
    """True while the database says that this lease stands."""
    text = STATEMENTS["held", connection.vendor]
    return sql.fetch_one(connection, text, lease.values(now)) is not None
