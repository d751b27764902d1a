"""`publish --watch`: when it wakes, what it survives, how it ends."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from django.db import OperationalError, connection, connections
from freezegun import freeze_time

from answers.models import AnswerPost
from answers.publishing import run
from costcodle import clock
from tests.make import ROOT, make_puzzle, process_environment
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])

# The command itself, awake five times a second.
SCRIPT = """
import django, sys
django.setup()
from answers.publishing import run
from django.core.management import execute_from_command_line
run.seconds_to_next_waking = lambda: 0.2
execute_from_command_line(["manage.py", "publish", "--watch", "--json"])
"""


@contextmanager
def watching(stdout=subprocess.PIPE, **environment):
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings", **environment),
        stdout=stdout,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for_page(number):
    wait_until(AnswerPost.objects.filter(puzzle=number).exists, f"page {number}")


def make_over(number):
    today = clock.today(clock.utc_now())
    make_puzzle(number, day=today - timedelta(days=10 - number))


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        ("00:09:59.5", 0.5),  # the closing instant is a full minute too
        ("00:10:00", 60),
        ("12:00:00", 60),
        ("12:00:59.999", 0.05),  # never busy
        ("23:59:30", 30),
    ],
)
@pytest.mark.engine_free
def test_wakes_at_each_closing_instant_and_each_minute(now, seconds):
    instant = datetime.fromisoformat(f"2026-01-31 {now}").replace(tzinfo=UTC)
    with freeze_time(instant):
        assert run.seconds_to_next_waking() == pytest.approx(seconds)


@pytest.mark.engine_free
def test_a_database_error_is_not_the_end(monkeypatch, caplog):
    monkeypatch.setattr(run, "seconds_to_next_waking", lambda: 0.001)
    stop, calls = Event(), []

    def publish():
        calls.append(1)
        if len(calls) < 3:
            raise OperationalError("server closed the connection")
        stop.set()

    run.watch(publish, stop)
    assert len(calls) == 3
    assert caplog.text.count("Nothing was published") == 2


def test_publishes_what_becomes_due_and_ends_at_sigterm():
    make_over(1)
    with watching() as process:
        wait_for_page(1)
        make_over(2)
        wait_for_page(2)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    assert output.count('"summary"') == 2  # nothing is said of the wakings between


@pytest.mark.only("postgresql")  # SQLite has no server that could restart
def test_goes_on_after_the_server_ended_its_connections():
    make_over(1)
    with watching() as process:
        wait_for_page(1)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert cursor.fetchone()[0] >= 1
        make_over(2)
        wait_for_page(2)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output


def test_a_full_log_disk_is_not_the_end():
    make_over(1)
    with Path("/dev/full").open("w") as full, watching(full) as process:
        wait_for_page(1)
        make_over(2)
        wait_for_page(2)
        assert process.poll() is None


@pytest.mark.only("sqlite")
def test_a_replaced_file_is_noticed_at_the_next_waking(tmp_path, monkeypatch):
    publisher, path = connections["publisher"], tmp_path / "site.sqlite3"
    publisher.ensure_connection()
    for copy in (path, tmp_path / "backup.sqlite3"):
        with closing(sqlite3.connect(copy)) as target:
            publisher.connection.backup(target)
    monkeypatch.setitem(publisher.settings_dict, "NAME", str(path))
    monkeypatch.setattr(run, "seconds_to_next_waking", lambda: 0)
    publisher.close()
    stop, files = Event(), []

    def publish():
        publisher.ensure_connection()
        files.append(publisher.connection.file)
        if len(files) == 1:
            (tmp_path / "backup.sqlite3").rename(path)
        else:
            stop.set()

    run.watch(publish, stop)
    publisher.close()
    assert files[0] != files[1]
