"""The drill of docs/operations.md: publish, back up, publish more, restore, publish.

Two sites share one file cache and live through it: no page of the lost time is served again, though
the revision numbers come back.
"""

import re
import sqlite3
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from answers.models import AnswerPost, PublicationLog, Puzzle, SiteState
from costcodle import clock
from tests import engine
from tests.make import make_puzzle, run_manage
from tests.postgresql import Postgresql
from tests.serve import gunicorn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


class SqliteBackup:
    """SQLite's own online backup; restoring replaces the file, even under the running sites."""

    def __init__(self, folder):
        self.copy = folder / "backup.sqlite3"
        self.path = Path(settings.DATABASES["default"]["NAME"])

    def make(self):
        with closing(sqlite3.connect(self.path)) as site, closing(sqlite3.connect(self.copy)) as to:
            site.backup(to)

    def restore(self):
        connections.close_all()
        for ending in ("-wal", "-shm"):  # they belong to the file that goes
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        self.copy.replace(self.path)


class PostgresqlBackup:
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


BACKUPS = {"sqlite": SqliteBackup, "postgresql": PostgresqlBackup}


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
    """One log row a revision without gaps, one a version of each page, and pages that match."""
    state = SiteState.objects.get()
    revisions = PublicationLog.objects.order_by("revision").values_list("revision", flat=True)
    assert list(revisions) == list(range(1, state.publication_revision + 1))
    assert PublicationLog.objects.get(revision=state.publication_revision).commit_token == (
        state.commit_token
    )
    for post in AnswerPost.objects.select_related("puzzle"):
        assert post.name == post.puzzle.name
        assert PublicationLog.objects.filter(puzzle=post.puzzle).count() == post.content_version


@contextmanager
def site(folder):
    with gunicorn("--workers", "2", EDGE_CACHE_URL=f"file://{folder}/pages") as server:
        yield server


def test_restored_backup_shows_no_page_of_the_lost_time(tmp_path):
    today = clock.today(clock.utc_now())
    for number in range(1, 5):  # 1 to 3 are over at any time of the day
        make_puzzle(number, day=today - timedelta(days=5 - number), name=f"Product {number} first")
    backup = BACKUPS[engine.ENGINE](tmp_path)
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
