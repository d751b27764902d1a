"""Which cache policy a results page has; a function of its number and the request's instant."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import RequestFactory
from django.urls import resolve
from freezegun import freeze_time

from answers.models import Puzzle
from costcodle.policy import policy_of
from tests.make import NOW, day_of, make_puzzle, make_results

pytestmark = pytest.mark.django_db

CLOSING = datetime(2026, 2, 1, 0, 10, tzinfo=UTC)  # of puzzle 31


def policy_name(path: str, now: datetime = NOW) -> str:
    request = RequestFactory().get(path)
    request.now = now
    match = resolve(path)
    policy = policy_of(match.func, request, match.kwargs)
    assert policy is not None
    return policy.name


@pytest.mark.parametrize("ending", ["/", ".json"])
def test_open_day_is_home_and_closed_day_content(ending):
    make_puzzle(30)
    make_puzzle(31)
    assert policy_name(f"/stats/30{ending}") == "content"
    assert policy_name(f"/stats/31{ending}") == "home"
    assert policy_name(f"/stats/31{ending}", CLOSING - timedelta(seconds=1)) == "home"
    assert policy_name(f"/stats/31{ending}", CLOSING) == "content"


def test_today_is_always_home():
    assert policy_name("/stats/") == "home"
    make_puzzle(31)
    assert policy_name("/stats/") == "home"


def test_unknown_and_future_numbers_are_home_until_they_begin():
    assert policy_name("/stats/31/") == "home"
    make_puzzle(31)
    make_puzzle(32)
    assert policy_name("/stats/32/") == "home"
    assert policy_name("/stats/31/", datetime(2026, 3, 1, tzinfo=UTC)) == "content"
    assert policy_name("/stats/32/", datetime(2026, 3, 1, tzinfo=UTC)) == "content"


def test_day_of_a_number_is_read_once(django_assert_num_queries):
    make_puzzle(30)
    with django_assert_num_queries(1):
        policy_name("/stats/30/")
        policy_name("/stats/30/")
        policy_name("/stats/30.json")


@pytest.mark.django_db(transaction=True)
def test_day_of_another_database_is_read_anew():
    """A restored backup, or another database under the same name, comes with a new connection."""
    make_puzzle(31, day=day_of(30))
    assert policy_name("/stats/31/") == "content"
    Puzzle.objects.update(day=day_of(31))
    connection.close()
    assert policy_name("/stats/31/") == "home"


@pytest.mark.parametrize("ending", ["/", ".json"])
def test_policy_is_part_of_the_cache_key(client, noon, ending):
    make_puzzle(30)
    make_puzzle(31)
    for number, policy in ((30, "content"), (31, "home")):
        path = f"/stats/{number}{ending}"
        first, second = client.get(path), client.get(path)
        assert f'key="{policy}:r0:{path}"' in first["Cache-Status"]
        assert second["Cache-Status"].startswith("costcodle; hit")


def test_todays_results_are_at_most_a_minute_old(client):
    make_puzzle(31)
    with freeze_time(NOW) as clock:
        assert client.get("/stats/31.json").json()["players"] == 0
        make_results(31, (1, 0, 0, 0, 0, 0))
        clock.move_to(NOW + timedelta(seconds=59))
        assert client.get("/stats/31.json").json()["players"] == 0
        clock.move_to(NOW + timedelta(seconds=60))
        assert client.get("/stats/31.json").json()["players"] == 1


def test_page_of_the_last_open_minute_does_not_outlive_the_closing(client):
    make_puzzle(31)
    with freeze_time(CLOSING - timedelta(seconds=1)) as clock:
        assert client.get("/stats/31.json").json()["final"] is False
        clock.move_to(CLOSING)
        assert client.get("/stats/31.json").json()["final"] is True
