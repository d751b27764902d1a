"""The revision is read from the primary, in autocommit, from the file or server of this moment."""

import os
import shutil
import sqlite3

import pytest
from django.db import OperationalError, connections
from django.test import Client

from answers.models import SiteState
from costcodle.edge.revision import read_revision, read_revision_beside
from costcodle.sqlite import FileConnection
from tests import edge_site, engine
from tests.make import raise_revision

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.urls("tests.edge_site"),
]
only_sqlite = pytest.mark.only("sqlite")
only_postgresql = pytest.mark.only("postgresql")


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def test_it_is_the_row() -> None:
    state = SiteState.objects.get()
    assert read_revision() == (str(state.publication_revision), state.commit_token)


def test_it_sees_what_another_connection_commits_and_leaves_no_transaction() -> None:
    before = read_revision()
    SiteState.objects.using("publisher").update(publication_revision=5, commit_token="x" * 32)
    assert read_revision() == ("5", "x" * 32) != before
    raw = connections["default"].connection
    if engine.ENGINE == "sqlite":
        assert not raw.in_transaction
        # A reader that kept its snapshot would stop the log from being emptied.
        with connections["publisher"].cursor() as cursor:
            busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert busy == 0
    else:
        assert raw.info.transaction_status.name == "IDLE"


def test_an_error_in_the_work_beside_the_read_leaves_the_connection_as_it_was() -> None:
    before = read_revision()
    raw = connections["default"].connection
    with pytest.raises(ZeroDivisionError):
        read_revision_beside(lambda: 1 / 0)
    assert SiteState.objects.get().commit_token == before.token
    assert read_revision() == before
    assert connections["default"].connection is raw


def test_a_hit_asks_the_database_nothing_through_django(client: Client) -> None:
    from django.test.utils import CaptureQueriesContext

    client.get("/page/")
    with CaptureQueriesContext(connections["default"]) as queries:
        assert "hit" in client.get("/page/")["Cache-Status"]
    assert len(queries) == 0


def test_no_row_is_an_error_and_the_page_is_not_stored(client: Client) -> None:
    client.get("/clock/")
    SiteState.objects.all().delete()
    with pytest.raises(OperationalError):
        read_revision()
    response = client.get("/clock/")
    assert response["Cache-Status"] == "costcodle; fwd=bypass; detail=revision-unreadable"
    assert response["Cache-Control"] == "no-store"
    assert not response.has_header("ETag")


@only_postgresql
def test_a_dead_session_is_replaced() -> None:
    read_revision()
    connection = connections["default"].connection
    with connections["publisher"].cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [connection.info.backend_pid])
        assert cursor.fetchone() == (True,)  # ended, not only told to
    read_revision()
    assert connections["default"].connection is not connection


@only_postgresql
def test_an_answer_that_nobody_read_is_not_taken_for_the_next(monkeypatch) -> None:
    """The wait was interrupted: the connection still holds the answer to a question of before."""
    before = read_revision()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("costcodle.edge.libpq.wait", interrupted)
        read_revision()
    SiteState.objects.using("publisher").update(publication_revision=5, commit_token="x" * 32)
    assert read_revision() == ("5", "x" * 32) != before
    assert SiteState.objects.get().publication_revision == 5


@only_postgresql
def test_the_work_is_done_while_the_server_answers() -> None:
    read_revision()
    info = connections["default"].connection.info
    _, status = read_revision_beside(lambda: info.transaction_status)
    assert (status.name, info.transaction_status.name) == ("ACTIVE", "IDLE")


@pytest.fixture
def replaceable_file(tmp_path, monkeypatch):
    """The default connection of this thread on a copy of the test database."""
    wrapper = connections["default"]
    path = tmp_path / "site.sqlite3"
    wrapper.ensure_connection()
    copy = sqlite3.connect(path)
    wrapper.connection.backup(copy)
    copy.close()
    monkeypatch.setitem(wrapper.settings_dict, "NAME", str(path))
    wrapper.close()
    yield path
    wrapper.close()


def write_revision(path, number: int) -> None:
    """Makes a database as a restored backup would be: another file, another state."""
    connection = sqlite3.connect(path)
    connection.execute(
        "UPDATE site_state SET publication_revision = ?, commit_token = ?", (number, "b" * 32)
    )
    connection.commit()
    connection.close()


@only_sqlite
def test_a_replaced_file_is_noticed_by_the_next_request(client: Client, replaceable_file) -> None:
    restored = replaceable_file.with_name("backup.sqlite3")
    shutil.copy(replaceable_file, restored)
    write_revision(restored, 41)
    assert b"revision 0" in client.get("/page/").content
    restored.replace(replaceable_file)
    assert b"revision 41" in client.get("/page/").content
    # A page outside the cache too.
    again = replaceable_file.with_name("backup.sqlite3")
    shutil.copy(replaceable_file, again)
    write_revision(again, 42)
    again.replace(replaceable_file)
    assert client.get("/uncached/").content == b"revision 42"


@only_sqlite
def test_a_page_of_a_file_that_a_backup_replaced_meanwhile_is_not_stored(
    client: Client, replaceable_file
) -> None:
    """The page shows a publication that the backup hasn't; their revisions before it are equal."""
    client.get("/uncached/")
    backup = replaceable_file.with_name("backup.sqlite3")
    shutil.copy(replaceable_file, backup)

    def publish_and_restore() -> None:
        write_revision(replaceable_file, 1)
        for log in ("-wal", "-shm"):  # as docs/edge-cache.md says
            replaceable_file.with_name(replaceable_file.name + log).unlink()
        backup.replace(replaceable_file)

    edge_site.during.append(publish_and_restore)
    assert b"revision 1" in client.get("/page/").content
    edge_site.during.clear()
    assert b"revision 0" in client.get("/page/").content


@only_sqlite
def test_a_file_that_was_moved_away_is_503_until_it_is_back(
    client: Client, replaceable_file, monkeypatch
) -> None:
    monkeypatch.setattr(FileConnection, "creates", False)
    away = replaceable_file.with_name("away.sqlite3")
    assert client.get("/page/").status_code == 200
    replaceable_file.replace(away)
    for path in ("/page/", "/uncached/"):
        response = client.get(path)
        assert response.status_code == 503
        assert response["Cache-Control"] == "no-store"
        assert int(response["Retry-After"]) > 0
        assert not replaceable_file.exists()
    assert client.get("/no-database/").status_code == 200
    away.replace(replaceable_file)
    assert client.get("/page/").status_code == 200


@only_sqlite
def test_a_file_that_may_be_written_again_is_opened_anew(
    client: Client, replaceable_file, monkeypatch
) -> None:
    # Root may write whatever the file's mode says, so only the question is answered otherwise.
    monkeypatch.setattr("costcodle.sqlite.os.access", lambda path, mode: mode != os.W_OK)
    client.get("/uncached/")
    for path in ("/page/", "/uncached/"):
        reader = connections["default"].connection
        client.get(path)
        assert connections["default"].connection is reader
    monkeypatch.setattr("costcodle.sqlite.os.access", lambda path, mode: True)
    client.get("/uncached/")
    assert connections["default"].connection is not reader


def test_a_restored_backup_that_reaches_the_same_number_meets_no_old_entry(
    client: Client,
) -> None:
    raise_revision()
    first = client.get("/page/")
    SiteState.objects.update(publication_revision=0)  # the backup
    raise_revision()  # the same number again, another token
    second = client.get("/page/")
    assert first["Cache-Status"] == second["Cache-Status"]
    assert "fwd=miss" in second["Cache-Status"]
    assert len(edge_site.renders) == 2
