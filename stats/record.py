"""Records how one game ended, in dense slots: the first player of a puzzle is 1, the next 2."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from django.db import connection

from costcodle import clock
from costcodle.sql import Statements, fetch_all, fetch_one, run_and_commit, run_in_order
from stats.models import SLOTS_PER_PUZZLE, DailyResult

STATEMENTS = Statements(Path(__file__).parent / "sql" / "results.sql")
# First half of the advisory lock's key on PostgreSQL; the second half is the puzzle's number.
TURN = 0x436F7374


@dataclass(frozen=True)
class Recorded:
    """What became of a result. `slot` is the session's slot, None for `full` and `closed`."""

    outcome: Literal["recorded", "duplicate", "full", "closed"]
    slot: int | None = None


def record_result(
    puzzle_number: int, session_id: str, won: bool, guesses_used: int, now: datetime
) -> Recorded:
    """Counts a finished game once, however often it is called for the session.

    `recorded`: the row is committed and on disk. `duplicate`: it was before, and the session's
    first result stands. `full`: the puzzle has all its slots. `closed`: no puzzle of this number is
    open at `now`.

    Any error of the database reaches the caller, and the result may be recorded or not: call
    again later with the same session id, which is safe. To be called in autocommit, outside
    `atomic()`: on PostgreSQL a writer's turn at its puzzle ends with its transaction, so a longer
    one would make all other players of the day wait, and would not wait for the disk itself.
    """
    open_days = clock.open_days(now)
    values = {
        "puzzle": puzzle_number,
        "session_id": session_id,
        "outcome": DailyResult.Outcome.WON.value if won else DailyResult.Outcome.LOST.value,
        "guesses_used": guesses_used,
        "now": connection.ops.adapt_datetimefield_value(now),
        "first_open_day": connection.ops.adapt_datefield_value(min(open_days)),
        "last_open_day": connection.ops.adapt_datefield_value(max(open_days)),
        "slots": SLOTS_PER_PUZZLE,
        "turn": TURN,
    }
    slot = _insert(values)
    if slot is not None:
        return Recorded("recorded", slot)
    [(slot, is_open)] = fetch_all(connection, STATEMENTS["why_not", connection.vendor], values)
    if slot is not None:
        return Recorded("duplicate", slot)
    return Recorded("full" if is_open else "closed")


def _insert(values: dict[str, Any]) -> int | None:
    """The slot of the new row, or None."""
    record = STATEMENTS["record", connection.vendor]
    if connection.vendor == "sqlite":
        # One statement in autocommit takes the write lock before it reads.
        row = fetch_one(connection, record, values)
        return row[0] if row else None
    texts = [STATEMENTS["take_turn", "postgresql"], record]
    if connection.get_autocommit():
        # The wait for the disk belongs to `duplicate` too: an earlier call may have died in it.
        sync = STATEMENTS["sync", "postgresql"]
        _, (_, rows) = run_and_commit(connection, texts, sync, values)
    else:
        _, (_, rows) = run_in_order(connection, texts, values)
    return rows[0][0] if rows else None
