import re
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import override_settings
from freezegun import freeze_time

from answers.models import PublicationItem, PublicationLog, SiteState
from costcodle import metrics
from stats.models import DailyResult
from tests.make import NOW, ROOT, make_puzzle


def scrape(client, **headers):
    with freeze_time(NOW):
        response = client.get("/metrics", **headers)
    assert response.status_code == 200
    return response.content.decode()


def value(text, name):
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)[1])


@pytest.fixture(autouse=True)
def token():
    with override_settings(METRICS_TOKEN="a-token"):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, 200),
        ({"REMOTE_ADDR": "::1"}, 200),
        ({"REMOTE_ADDR": "203.0.113.9"}, 403),
        ({"REMOTE_ADDR": ""}, 403),
        # A proxy on this machine brings strangers: only what comes without it is from here.
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_HOST": "x"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=x"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "127.0.0.1"}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer a-token"}, 200),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer a-toke"}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "a-token"}, 403),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer \xff"}, 403),
    ],
)
def test_who_may_read(client, headers, status):
    response = client.get("/metrics", **headers)
    assert response.status_code == status
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.django_db
@override_settings(METRICS_TOKEN="")
def test_no_token_is_no_key(client):
    far = {"REMOTE_ADDR": "203.0.113.9"}
    for header in ("Bearer ", "Bearer", ""):
        assert client.get("/metrics", HTTP_AUTHORIZATION=header, **far).status_code == 403


@pytest.mark.django_db
def test_facts_of_the_database(client):
    for number in (28, 29, 31, 32):
        make_puzzle(number)
    SiteState.objects.update(publication_revision=7)
    PublicationLog.objects.create(
        revision=7, puzzle_id=28, action="publish", content_version=1, fence=1, owner_id="o",
        commit_token="t", created_at=NOW,
    )  # fmt: skip
    PublicationItem.objects.create(
        puzzle_id=29, state="processing", last_error="boom", updated_at=NOW
    )
    for slot in (1, 2):
        DailyResult.objects.create(
            puzzle_id=31, session_id=str(slot), slot=slot, outcome="won", guesses_used=3,
            created_at=NOW,
        )  # fmt: skip
    text = scrape(client)
    assert value(text, "costcodle_database_up") == 1
    assert value(text, "costcodle_publication_revision") == 7
    assert value(text, 'costcodle_publications_total{action="publish"}') == 1
    assert value(text, 'costcodle_publications_total{action="withdraw"}') == 0
    assert value(text, 'costcodle_ledger_items{state="processing"}') == 1
    assert value(text, "costcodle_ledger_errors") == 1
    assert value(text, 'costcodle_results_today{outcome="won"}') == 2
    assert value(text, "costcodle_runway_days") == 1
    assert value(text, "costcodle_due_pages") == 2
    # Puzzle 28 of 28 January could be public from the 29th, 00:10.
    due = timedelta(days=2, hours=11, minutes=50)
    assert value(text, "costcodle_due_age_seconds") == due.total_seconds()


@pytest.mark.django_db
def test_nothing_due(client):
    assert value(scrape(client), "costcodle_due_age_seconds") == 0


@pytest.mark.django_db
def test_database_away(client, monkeypatch):
    def away(_self):
        raise OperationalError("secret-host")
        yield

    monkeypatch.setattr(metrics.SiteCollector, "read", away)
    text = scrape(client)
    assert value(text, "costcodle_database_up") == 0
    assert "costcodle_publication_revision" not in text
    assert "secret-host" not in text


@pytest.mark.django_db
def test_alarms_of_the_operations_page_are_real(client):
    page = (ROOT / "docs/operations.md").read_text()
    alarms = page.partition("## Watching")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(costcodle_\w+)", alarms))
    assert len(named) >= 5
    text = scrape(client)
    assert [name for name in sorted(named) if name not in text] == []
