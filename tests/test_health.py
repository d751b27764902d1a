from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from freezegun import freeze_time

from answers.models import PublicationItem, SiteState
from tests.make import NOW, make_puzzle

TODAY = 31  # the open puzzle of tests.make.NOW
# Puzzle 30 was playable until then.
CLOSED = datetime(2026, 1, 31, 0, 10, tzinfo=UTC)


def ready(client, now=NOW):
    with freeze_time(now):
        response = client.get("/readyz")
    assert "no-store" in response.headers["Cache-Control"]
    return response.status_code, response.json()


def withdrawn(number):
    PublicationItem.objects.create(puzzle_id=number, state="withdrawn", updated_at=NOW)


@pytest.mark.engine_free
def test_livez_needs_no_database(client):
    # No django_db mark: a query would fail.
    response = client.get("/livez")
    assert (response.status_code, response.json()) == (200, {"alive": True})
    assert "no-store" in response.headers["Cache-Control"]
    assert client.post("/livez").status_code == 405


@pytest.mark.django_db
def test_ready_site(client):
    for number in (TODAY, TODAY + 1, TODAY + 2, TODAY + 4):
        make_puzzle(number)
    SiteState.objects.update(publication_revision=77)
    status, body = ready(client)
    assert status == 200
    assert body == {
        "ready": True,
        "problems": [],
        "revision": 77,
        "today": TODAY,
        "overdue": [],
        "runway_days": 2,
    }


@pytest.mark.django_db
def test_day_without_puzzle(client):
    status, body = ready(client)
    assert (status, body["problems"]) == (503, ["today has no puzzle"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("after", "status"),
    [
        (timedelta(0), 200),
        (timedelta(minutes=10, microseconds=-1), 200),
        (timedelta(minutes=10), 503),
    ],
)
def test_page_may_be_late_for_ten_minutes(client, after, status):
    make_puzzle(30)
    make_puzzle(TODAY)
    assert ready(client, CLOSED + after)[0] == status


@pytest.mark.django_db
def test_overdue_pages_are_named(client):
    for number in (28, 29, TODAY):
        make_puzzle(number)
    status, body = ready(client)
    assert (status, body["overdue"]) == (503, [28, 29])
    assert body["problems"] == ["answer pages are overdue, the oldest is 28"]


@pytest.mark.django_db
def test_withdrawn_puzzle_is_not_overdue(client):
    make_puzzle(30)
    make_puzzle(TODAY)
    withdrawn(30)
    assert ready(client)[0] == 200


@pytest.mark.django_db
def test_missing_migration(client):
    make_puzzle(TODAY)
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("stats", "0001_initial")
    status, body = ready(client)
    recorder.record_applied("stats", "0001_initial")
    assert (status, body["problems"]) == (503, ["migrations are missing: stats.0001_initial"])


@pytest.mark.django_db
def test_site_without_its_row(client):
    make_puzzle(TODAY)
    SiteState.objects.all().delete()
    status, body = ready(client)
    assert status == 503
    assert body["problems"] == ["the site has no revision: run `manage.py migrate`"]


@pytest.mark.django_db
def test_database_away(client, monkeypatch):
    def away(*_arguments):
        raise OperationalError("connection to 10.0.0.5, user costcodle, failed")

    from django.db import OperationalError

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    status, body = ready(client)
    assert (status, body) == (503, {"ready": False, "problems": ["the database can't be read"]})
