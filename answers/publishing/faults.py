"""Which errors of the database may be tried again."""

import sqlite3
from typing import Any

from django.db import Error

# Deadlock, lock timeout, serialization failure, cancelled by statement_timeout.
RETRYABLE_STATES = {"40P01", "55P03", "40001", "57014"}
RETRYABLE_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def is_busy(error: BaseException) -> bool:
    """True when somebody else's lock was in the way and nothing was written."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        # The low byte is the primary code; BUSY_SNAPSHOT and BUSY_RECOVERY share it.
        return (getattr(cause, "sqlite_errorcode", 0) & 0xFF) in RETRYABLE_CODES
    return getattr(cause, "sqlstate", None) in RETRYABLE_STATES


def is_lost(connection: Any, error: BaseException) -> bool:
    """True when the connection has died, so that the answer to the last message never came."""
    if not isinstance(error, Error):
        return False
    raw = connection.connection
    return raw is None or bool(getattr(raw, "closed", False))
