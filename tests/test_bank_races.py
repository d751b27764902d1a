"""Loads and edits of the bank beside each other and beside players' results."""

import json
import subprocess
import sys

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.models.deletion import Collector

from answers.bank import edit
from answers.bank.locks import bank_transaction, lock_puzzles
from answers.bank.seen import bank_fingerprint, puzzle_fingerprint
from answers.models import PublicationItem, Puzzle
from answers.publishing import withdraw_puzzle
from stats.models import DailyResult
from tests.make import NOW, ROOT, day_of, make_puzzle, process_environment
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def start(*arguments):
    """A `tests.bank_child` that is connected and about to act."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bank_child", NOW.isoformat(), *map(str, arguments)],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "ready\n"
    return child


def outcome(child):
    """What it printed after `ready`. `communicate` would lose what came at once with that line."""
    assert child.wait(timeout=60) == 0
    with child.stdout:
        return child.stdout.read().strip()


def until_a_child_waits():
    """On PostgreSQL until another process waits for what this connection holds.

    Other tests share the server, and their waits are none of ours. SQLite lets nobody see it.
    """
    if connection.vendor != "postgresql":
        return

    def a_child_waits():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
            )
            return cursor.fetchone()[0] > 0

    wait_until(a_child_waits)


@pytest.fixture
def bank_file(tmp_path):
    file = tmp_path / "bank.csv"
    lines = (f"{number},{day_of(number)},Product {number},11.99\n" for number in range(1, 301))
    file.write_text("number,day,name,price\n" + "".join(lines), encoding="utf-8")
    return file


def test_loads_at_once_create_each_puzzle_once(bank_file):
    children = [start("load", bank_file) for _ in range(4)]
    loads = [json.loads(outcome(child)) for child in children]
    assert sorted(load["created"] for load in loads) == [0, 0, 0, 300]
    assert sorted(load["unchanged"] for load in loads) == [0, 300, 300, 300]
    assert Puzzle.objects.count() == 300


def test_load_waits_for_another_one_that_adds_the_same_numbers(bank_file):
    with bank_transaction(NOW, adds=True):
        make_puzzle(40)
        child = start("load", bank_file)
        until_a_child_waits()
    assert json.loads(outcome(child)) == {
        "created": 299,
        "changed": 0,
        "unchanged": 1,
        "left_alone": 0,
    }


@pytest.mark.only("postgresql")
def test_without_the_lock_of_the_bank_the_second_load_fails(bank_file):
    with bank_transaction(NOW, adds=True):
        make_puzzle(40)
        child = start("load_unlocked", bank_file)
        until_a_child_waits()
    assert outcome(child) == "IntegrityError"


def test_an_edit_that_waited_for_another_is_stale():
    make_puzzle(40)
    with transaction.atomic():
        edit.change_puzzle(40, {"description": "first"}, 1, NOW)
        child = start("change", 40, 1)
        until_a_child_waits()
    assert outcome(child) == "Stale"
    assert Puzzle.objects.get().description == "first"


@pytest.mark.parametrize("changed", [40, 41])
def test_a_swap_that_waited_for_an_edit_is_stale(changed):
    seen = [puzzle_fingerprint(make_puzzle(number)) for number in (40, 41)]
    with transaction.atomic():
        edit.change_puzzle(changed, {"description": "first"}, 1, NOW)
        child = start("swap_seen", 40, 41, *seen)
        until_a_child_waits()
    assert outcome(child) == "Stale"
    assert Puzzle.objects.get(pk=40).name == "Product 40"


def test_a_move_that_waited_for_an_edit_is_stale():
    seen = puzzle_fingerprint(make_puzzle(40))
    with transaction.atomic():
        edit.change_puzzle(40, {"description": "first"}, 1, NOW)
        child = start("move_seen", 40, 50, seen)
        until_a_child_waits()
    assert outcome(child) == "Stale"
    assert Puzzle.objects.get().number == 40


def test_a_confirmed_import_that_waited_for_an_edit_is_stale(bank_file):
    make_puzzle(40)
    seen = bank_fingerprint()
    with transaction.atomic():
        edit.change_puzzle(40, {"description": "first"}, 1, NOW)
        child = start("load_seen", bank_file, seen)
        until_a_child_waits()
    assert outcome(child) == "Stale"
    assert Puzzle.objects.get().description == "first"


@pytest.mark.only("postgresql")  # SQLite has one writer at a time
@pytest.mark.parametrize(
    "take_out", [edit.delete_puzzle, lambda number, now: edit.move_product(number, 50, now)]
)
def test_a_withdrawal_that_commits_within_a_deletion_refuses_it(take_out, monkeypatch):
    make_puzzle(40)
    delete_rows = Collector.delete

    def withdraw_first(collector):
        """After Django has looked for rows that protect the puzzle, before its DELETE."""
        assert withdraw_puzzle(40, "A recall.").outcome == "withdrawn"
        return delete_rows(collector)

    monkeypatch.setattr(Collector, "delete", withdraw_first)
    with pytest.raises(edit.Refused, match="ledger"):
        take_out(40, NOW)
    assert list(Puzzle.objects.values_list("number", flat=True)) == [40]
    assert PublicationItem.objects.get().state == "withdrawn"


@pytest.mark.only("postgresql")  # SQLite has one writer at a time
def test_a_withdrawal_that_commits_while_a_swap_waits_refuses_it():
    seen = [puzzle_fingerprint(make_puzzle(number)) for number in (40, 41)]
    with transaction.atomic():
        lock_puzzles([40, 41])
        child = start("swap_seen", 40, 41, *seen)
        until_a_child_waits()
        assert withdraw_puzzle(41, "A recall.").outcome == "withdrawn"
    assert outcome(child) == "Refused"
    assert Puzzle.objects.get(pk=40).name == "Product 40"


@pytest.mark.only("postgresql")  # SQLite has one writer at a time
def test_swaps_in_both_directions_do_not_block_each_other():
    for number in (40, 41):
        make_puzzle(number)
    children = [start("swap", 40, 41, 40), start("swap", 41, 40, 40)]
    assert [outcome(child) for child in children] == ["swapped", "swapped"]
    assert set(Puzzle.objects.values_list("version", flat=True)) == {81}


# What a bank edit holds, and a player's result that comes meanwhile. SQLite has no row locks.


def plain_for_update():
    list(Puzzle.objects.select_for_update().filter(number=31))


def held_by_an_edit():
    edit.change_puzzle(31, {"description": "Mild."}, 1, NOW)


def held_by_the_lock():
    lock_puzzles([31])


def record_meanwhile(hold):
    """Inserts a result over another connection while `hold` has its locks."""
    make_puzzle(31)
    other = connections["publisher"]
    with transaction.atomic():
        hold()
        with other.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        try:
            DailyResult.objects.using("publisher").create(
                puzzle_id=31,
                session_id="s" * 32,
                slot=1,
                outcome="won",
                guesses_used=1,
                created_at=NOW,
            )
        finally:
            other.close()


@pytest.mark.only("postgresql")
@pytest.mark.parametrize("hold", [held_by_the_lock, held_by_an_edit])
def test_result_does_not_wait_for_a_bank_edit(hold):
    record_meanwhile(hold)
    assert DailyResult.objects.count() == 1


@pytest.mark.only("postgresql")
def test_result_would_wait_for_a_plain_for_update():
    with pytest.raises(OperationalError, match="lock timeout"):
        record_meanwhile(plain_for_update)
