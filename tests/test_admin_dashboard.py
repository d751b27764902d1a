"""The front page of the admin: what is due and since when, runway, today's players, edge hits."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from answers.models import Puzzle
from answers.publishing import publish_puzzle
from costcodle.dashboard import dashboard, hit_percent, todays_players
from costcodle.edge import counters
from stats.models import DailyResult
from tests.make import NOW, make_puzzle, make_staff

publishing = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


@publishing
@freeze_time(NOW)
def test_what_is_due_since_when_and_what_was_published_last():
    make_puzzle(28)  # its answer could be public since the 29th, 00:10
    make_puzzle(29)
    publish_puzzle(29)
    Puzzle.objects.filter(pk=29).update(version=2, name="Corrected")
    facts = dashboard(NOW)
    assert [(page.puzzle.pk, page.since) for page in facts["due"]] == [
        (28, NOW.replace(day=29, hour=0, minute=10)),
        (29, None),
    ]
    assert facts["due_since"] == NOW.replace(day=29, hour=0, minute=10)
    assert [row.puzzle_id for row in facts["last_publications"]] == [29]


@publishing
@freeze_time(NOW)
def test_the_page_says_so_and_its_button_publishes(client: Client, settings):
    settings.MAX_CLOCK_SKEW = timedelta(0)  # only this process's clock is frozen
    make_puzzle(28)
    make_puzzle(32)
    client.force_login(make_staff("Publisher"))
    page = client.get(reverse("admin:index")).text
    assert "the oldest for 2" in page and "1 day" in page
    data = {"action": "publish_now", "_selected_action": [28]}
    client.post(reverse("admin:answers_puzzle_changelist"), data)
    assert "every page is published" in client.get(reverse("admin:index")).text


@pytest.mark.django_db
def test_every_heading_is_in_words(client: Client):
    client.force_login(make_staff("superuser"))
    apps = {app["name"] for app in client.get(reverse("admin:index")).context["app_list"]}
    assert {"Logins and lock-outs", "One-time codes"} <= apps
    assert not [name for name in apps if "_" in name or name.isupper()]


@pytest.mark.django_db
def test_todays_players():
    today = make_puzzle(31)
    assert todays_players(NOW) == {"players": 0, "solved_percent": None}
    for slot, outcome in enumerate(["won", "won", "lost"], 1):
        DailyResult.objects.create(
            puzzle=today,
            session_id=str(slot),
            slot=slot,
            outcome=outcome,
            guesses_used=6,
            created_at=NOW,
        )
    assert todays_players(NOW) == {"players": 3, "solved_percent": pytest.approx(66.67, abs=0.01)}
    assert todays_players(NOW + timedelta(days=1))["players"] == 0


@pytest.mark.engine_free
def test_hits_are_told_in_percent_of_all_requests_of_cached_routes(monkeypatch):
    from prometheus_client import CollectorRegistry, Counter

    requests = Counter("requests", "Some.", ["outcome"], registry=CollectorRegistry())
    monkeypatch.setattr(counters, "REQUESTS", requests)
    for outcome in ("hit", "miss", "bypass"):
        requests.labels(outcome)
    assert hit_percent() is None
    requests.labels("hit").inc(3)
    requests.labels("miss").inc()
    assert hit_percent() == 75
