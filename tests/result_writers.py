"""Writes results from many processes at once, for the tests of races and the bench.

`python -m tests.result_writers PUZZLE WRITERS EACH NOW MODE` forks WRITERS processes that wait for
each other, then record EACH results. Prints `pid N` for each, then a line a result (session,
outcome, slot), at last `seconds S`. Modes:

record    as the game does it
rollback  as well, but every second result inside a transaction that is rolled back, unprinted
no_turn   the insert alone, without waiting for its turn; a refused row is `lost`
plain     an insert that brings its own slot, without any rule: what the bench compares with
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path

import django
from django.db import IntegrityError, connection, transaction

Write = Callable[[int, str, datetime, int], tuple[str, int | None]]


def record(puzzle: int, session: str, now: datetime, turn: int) -> tuple[str, int | None]:
    from stats.record import record_result

    done = record_result(puzzle, session, won=True, guesses_used=1 + turn % 6, now=now)
    return done.outcome, done.slot


def rollback(puzzle: int, session: str, now: datetime, turn: int) -> tuple[str, int | None]:
    if turn % 2:
        return record(puzzle, session, now, turn)
    with transaction.atomic():
        record(puzzle, session, now, turn)
        transaction.set_rollback(True)
    return "rolled_back", None


@cache
def switch_turns_off() -> None:
    """Loads the statements of `stats.record` anew, from a file without the advisory lock."""
    from costcodle.sql import Statements
    from stats import record as module

    text, lock = module.STATEMENTS.path.read_text(), "pg_advisory_xact_lock(%(turn)s, %(puzzle)s)"
    assert lock in text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "without_turns.sql"
        path.write_text(text.replace(lock, "1"))
        module.STATEMENTS = Statements(path)


def no_turn(puzzle: int, session: str, now: datetime, turn: int) -> tuple[str, int | None]:
    switch_turns_off()
    try:
        return record(puzzle, session, now, turn)
    except IntegrityError:
        return "lost", None


def plain(puzzle: int, session: str, now: datetime, turn: int) -> tuple[str, int | None]:
    slot = int(session.split("-")[1]) * 1000 + turn + 1
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO daily_results"
            " (puzzle_id, session_id, slot, outcome, guesses_used, created_at)"
            " VALUES (%s, %s, %s, 'won', %s, %s)",
            [
                puzzle,
                session,
                slot,
                1 + turn % 6,
                connection.ops.adapt_datetimefield_value(now),
            ],
        )
    return "recorded", slot


MODES: dict[str, Write] = {
    "record": record,
    "rollback": rollback,
    "no_turn": no_turn,
    "plain": plain,
}


def say(line: str) -> None:
    """One write for a line, so that lines of several processes don't mix."""
    os.write(1, f"{line}\n".encode())


def work(writer: int, puzzle: int, each: int, now: datetime, write: Write) -> None:
    for turn in range(each):
        session = f"w-{writer}-{turn}"
        outcome, slot = write(puzzle, session, now, turn)
        say(f"{session} {outcome} {slot or 0}")


def main(puzzle: int, writers: int, each: int, now: datetime, write: Write) -> None:
    start_reader, start_writer = os.pipe()
    ready_reader, ready_writer = os.pipe()
    pids = []
    for writer in range(writers):
        pid = os.fork()
        if pid == 0:
            os.close(start_writer)
            try:
                connection.ensure_connection()
            finally:  # where it fails too: all wait for all
                os.write(ready_writer, b"r")
            os.read(start_reader, 1)  # returns when the parent closes its end
            work(writer, puzzle, each, now, write)
            os._exit(0)
        pids.append(pid)
        say(f"pid {pid}")
    for _ in pids:
        os.read(ready_reader, 1)
    begin = time.perf_counter()
    os.close(start_writer)
    failed = sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)
    say(f"seconds {time.perf_counter() - begin:.6f}")
    say(f"failed {failed}")


if __name__ == "__main__":
    django.setup()
    if connection.vendor == "sqlite":
        # Thirty-two writers on a slow disk may have to wait longer than a site's few.
        connection.settings_dict["OPTIONS"]["timeout"] = 120
    main(
        *(int(word) for word in sys.argv[1:4]),
        datetime.fromisoformat(sys.argv[4]),
        MODES[sys.argv[5]],
    )
