"""Which cache policy a results page has; a function of its number and the request's instant."""

from datetime import UTC, datetime

import pytest
from django.test import RequestFactory
from django.urls import resolve

from costcodle.policy import policy_of
from tests.make import NOW, make_puzzle

pytestmark = pytest.mark.django_db


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
    closing = datetime(2026, 2, 1, 0, 10, tzinfo=UTC)
    assert policy_name(f"/stats/31{ending}", closing.replace(minute=9, second=59)) == "home"
    assert policy_name(f"/stats/31{ending}", closing) == "content"


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
