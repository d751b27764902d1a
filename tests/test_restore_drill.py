"""The drill of docs/operations.md: publish, back up, publish more, restore, publish.

Two sites share one file cache and live through it: no page of the lost time is served again, though
the revision numbers come back.
"""

import re
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from answers.models import AnswerPost, Puzzle, SiteState
from costcodle import clock
from tests import engine, litestream
from tests.invariants import check_invariants
from tests.make import make_puzzle, run_manage
from tests.postgresql import Postgresql
from tests.serve import gunicorn
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


class Backup:
    def stop(self):
        """Nothing of it runs on."""


def remove_sqlite_files():
    """The file, and what belongs to it and would be applied to the next one."""
    connections.close_all()
    path = Path(settings.DATABASES["default"]["NAME"])
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


class SqliteBackup(Backup):
    """SQLite's own online backup; restoring replaces the file, even under the running sites."""

    def __init__(self, folder):
        self.copy = folder / "backup.sqlite3"
        self.path = Path(settings.DATABASES["default"]["NAME"])

    def make(self):
        with closing(sqlite3.connect(self.path)) as site, closing(sqlite3.connect(self.copy)) as to:
            site.backup(to)

    def restore(self):
        remove_sqlite_files()
        shutil.copy(self.copy, self.path)


class LitestreamBackup(Backup):
    """Copies while the site publishes; its end is a kill, as that of the machine would be."""

    def __init__(self, folder):
        self.folder = folder
        self.path = Path(settings.DATABASES["default"]["NAME"])
        self.config = litestream.write_config(folder, self.path)
        self.start()

    def start(self):
        command = [litestream.PROGRAM, "replicate", "-config", str(self.config)]
        with (self.folder / "litestream.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def make(self):
        wanted = SiteState.objects.get().publication_revision
        wait_until(lambda: self.revision_of_the_copy() == wanted, "the copy, see litestream.log")
        self.stop()

    def revision_of_the_copy(self):
        copy = self.folder / "copy.sqlite3"
        copy.unlink(missing_ok=True)
        done = litestream.run("restore", "-config", self.config, "-o", copy, self.path)
        if done.returncode != 0:  # nothing was copied yet
            return None
        with closing(sqlite3.connect(copy)) as site:
            return site.execute("SELECT publication_revision FROM site_state").fetchone()[0]

    def restore(self):
        remove_sqlite_files()
        done = litestream.run("restore", "-config", self.config, self.path)
        assert done.returncode == 0, done.stdout
        self.start()


class PostgresqlBackup(Backup):
    def __init__(self, folder):
        self.copy = str(folder / "backup.dump")
        self.server = Postgresql()
        self.database = settings.DATABASES["default"]["NAME"]

    def make(self):
        self.server.run(
            *("pg_dump", "--format=custom", "--file", self.copy), database=self.database
        )

    def restore(self):
        self.server.run(
            *("pg_restore", "--clean", "--if-exists", "--single-transaction", self.copy),
            database=self.database,
        )


BACKUPS = {"sqlite": [SqliteBackup, LitestreamBackup], "postgresql": [PostgresqlBackup]}


@pytest.fixture(params=BACKUPS[engine.ENGINE])
def backup(request, tmp_path):
    kind = request.param(tmp_path)
    yield kind
    kind.stop()


def publish():
    done = run_manage("publish")
    assert done.returncode == 0, done.stdout + done.stderr


def rename(number, name):
    puzzle = Puzzle.objects.get(number=number)
    puzzle.name, puzzle.version = name, puzzle.version + 1
    puzzle.save(update_fields=["name", "version"])


def titles(server, number):
    _, page = server.get(f"/answers/{number}/")
    return re.findall(rb"Product \d+ \w+", page)


def invariants():
    check_invariants()
    for post in AnswerPost.objects.select_related("puzzle"):
        assert post.name == post.puzzle.name


@contextmanager
def site(folder):
    with gunicorn("--workers", "2", EDGE_CACHE_URL=f"file://{folder}/pages") as server:
        yield server


def test_restored_backup_shows_no_page_of_the_lost_time(backup, tmp_path):
    today = clock.today(clock.utc_now())
    for number in range(1, 5):  # 1 to 3 are over at any time of the day
        make_puzzle(number, day=today - timedelta(days=5 - number), name=f"Product {number} first")
    with site(tmp_path) as one, site(tmp_path) as other:
        publish()
        backup.make()
        kept = SiteState.objects.get().publication_revision

        rename(1, "Product 1 lost")
        publish()
        for server in (one, other):
            assert b"Product 1 lost" in titles(server, 1)
        assert SiteState.objects.get().publication_revision == kept + 1

        backup.restore()
        assert SiteState.objects.get().publication_revision == kept
        for server in (one, other):
            assert b"Product 1 lost" not in titles(server, 1)
            assert b"Product 1 first" in titles(server, 1)

        rename(2, "Product 2 again")
        publish()
        # The number of the lost revision is back, with another token.
        assert SiteState.objects.get().publication_revision == kept + 1
        for server in (one, other):
            assert b"Product 1 lost" not in titles(server, 1)
            assert b"Product 2 again" in titles(server, 2)
    invariants()

    # The backups go on after it.
    backup.make()
    backup.restore()
    assert SiteState.objects.get().publication_revision == kept + 1
    invariants()
