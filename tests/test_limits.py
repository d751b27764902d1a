import logging
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.test import RequestFactory, override_settings

from costcodle.limits import too_many_guesses

pytestmark = pytest.mark.engine_free

NOON = datetime(2026, 1, 31, 12, 0, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def limit_of_three():
    caches["limits"].clear()
    with override_settings(GUESSES_PER_MINUTE=3):
        yield


def guess(address="203.0.113.9", now=NOON):
    request = RequestFactory().post("/play/", REMOTE_ADDR=address)
    request.now = now
    return too_many_guesses(request)


def test_the_fourth_guess_of_a_minute_waits_for_the_next():
    assert [guess() for _ in range(4)] == [None, None, None, 50]
    assert guess(now=NOON + timedelta(seconds=49)) == 1
    assert guess(now=NOON + timedelta(seconds=50)) is None


def test_addresses_do_not_share_a_count():
    assert [guess() for _ in range(4)][-1] == 50
    assert guess("203.0.113.10") is None


def test_ipv6_counts_by_the_customers_network():
    for last in range(3):
        assert guess(f"2001:db8:0:1::{last}") is None
    assert guess("2001:db8:0:1:ffff::1") == 50
    assert guess("2001:db8:0:2::1") is None


def test_no_address_means_no_limit():
    assert [guess("") for _ in range(9)] == [None] * 9


@override_settings(GUESSES_PER_MINUTE=0)
def test_zero_switches_it_off():
    assert [guess() for _ in range(9)] == [None] * 9


def test_broken_cache_means_no_limit_and_one_line(caplog, monkeypatch):
    def broken(*_arguments, **_values):
        raise ConnectionError("redis://user:secret@host")

    monkeypatch.setattr(caches["limits"], "incr", broken)
    with caplog.at_level(logging.WARNING):
        assert guess() is None
    assert [record.name for record in caplog.records] == ["costcodle.limits"]
    assert "secret" not in caplog.text
