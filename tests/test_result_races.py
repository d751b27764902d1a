"""Many writers of one puzzle at once, in real processes: no result lost, slots dense."""

import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pytest
from django.db import connection

from stats.models import SLOTS_PER_PUZZLE, DailyResult
from stats.record import record_result
from tests.make import NOW, ROOT, make_many_results, make_puzzle, process_environment

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Line:
    session: str
    outcome: str
    slot: int


def start_writers(
    number: int, writers: int, each: int, mode: str, pipesize: int = -1
) -> subprocess.Popen[str]:
    command = ["-m", "tests.result_writers", str(number), str(writers), str(each)]
    return subprocess.Popen(
        [sys.executable, *command, NOW.isoformat(), mode],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        stdout=subprocess.PIPE,
        pipesize=pipesize,
        text=True,
    )


def read_lines(text: str) -> list[Line]:
    words = [line.split() for line in text.splitlines()]
    return [Line(line[0], line[1], int(line[2])) for line in words if len(line) == 3]


def run_writers(number: int, writers: int, each: int, mode: str = "record") -> list[Line]:
    text, _ = start_writers(number, writers, each, mode).communicate(timeout=300)
    assert text.endswith("failed 0\n")
    return read_lines(text)


def sessions_by_slot(number: int) -> dict[int, str]:
    """What stands in the table; asserts that slots are dense and sessions stand once."""
    rows = list(
        DailyResult.objects.filter(puzzle=number).order_by("slot").values_list("slot", "session_id")
    )
    assert [slot for slot, _ in rows] == list(range(1, len(rows) + 1))
    assert len({session for _, session in rows}) == len(rows)
    return dict(rows)


@pytest.mark.parametrize(
    ("writers", "each"),
    [(8, 25), (32, 5), pytest.param(32, 500, marks=pytest.mark.long)],
)
def test_no_result_is_lost_and_slots_are_dense(writers, each):
    make_puzzle(31)
    lines = run_writers(31, writers, each)
    assert Counter(line.outcome for line in lines) == {"recorded": writers * each}
    assert sessions_by_slot(31) == {line.slot: line.session for line in lines}


@pytest.mark.only("postgresql")  # SQLite has one writer at a time: there is nothing to switch off
def test_without_taking_turns_results_are_lost():
    """The control: the race is real, and the lock is what ends it."""
    make_puzzle(31)
    for _ in range(5):  # two processes are enough; more make it certain
        outcomes = Counter(line.outcome for line in run_writers(31, 8, 40, "no_turn"))
        DailyResult.objects.all().delete()
        if outcomes["lost"]:
            break
    assert outcomes["lost"] > 0


def test_rolled_back_writers_leave_no_gap():
    make_puzzle(31)
    lines = run_writers(31, 8, 20, "rollback")
    outcomes = Counter(line.outcome for line in lines)
    assert outcomes == {"recorded": 80, "rolled_back": 80}
    recorded = {line.slot: line.session for line in lines if line.outcome == "recorded"}
    assert sessions_by_slot(31) == recorded


def test_killed_writers_leave_no_gap_and_lose_nothing_that_was_reported():
    make_puzzle(31)
    # Into a pipe of one page, and at most one more is read ahead: that is some 500 lines of all,
    # so however late the kill comes, none of them has said its last.
    with start_writers(31, 8, 520, "record", pipesize=4096) as process:
        assert process.stdout
        pids = [int(process.stdout.readline().split()[1]) for _ in range(8)]
        seen = [process.stdout.readline() for _ in range(30)]
        for pid in pids[:4]:
            os.kill(pid, signal.SIGKILL)
        rest = process.stdout.read()  # not communicate(): it would pass over what is buffered
    assert rest.endswith("failed 4\n")
    reported = {line.slot: line.session for line in read_lines("".join(seen) + rest)}
    assert 4 * 520 <= len(reported) < 8 * 520
    stands = sessions_by_slot(31)
    # A row may stand whose writer died before it could say so; never the other way round.
    assert reported.items() <= stands.items()
    assert len(stands) <= len(reported) + 4


@pytest.mark.only("postgresql")  # SQLite's commit itself waits for the disk
def test_recorded_result_is_on_disk():
    make_puzzle(31)
    before = log_position("pg_current_wal_insert_lsn")
    assert record_result(31, "a", True, 3, NOW).outcome == "recorded"
    assert log_position("pg_current_wal_flush_lsn") > before


def log_position(function: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}() - '0/0'")
        return int(cursor.fetchone()[0])


def test_puzzle_fills_up_to_its_last_slot_and_no_further():
    make_puzzle(31)
    make_many_results(31, SLOTS_PER_PUZZLE - 10)
    lines = run_writers(31, 32, 2)
    assert Counter(line.outcome for line in lines) == {"recorded": 10, "full": 54}
    assert len(sessions_by_slot(31)) == SLOTS_PER_PUZZLE


def test_one_session_sent_by_many_at_once_counts_once():
    make_puzzle(31)
    writers = [start_writers(31, 4, 10, "record") for _ in range(2)]  # same session names
    lines = [line for each in writers for line in read_lines(each.communicate(timeout=120)[0])]
    assert Counter(line.outcome for line in lines) == {"recorded": 40, "duplicate": 40}
    stands = sessions_by_slot(31)
    assert all(stands[line.slot] == line.session for line in lines)
