"""What processes count is summed over the workers of one gunicorn."""

import re

import pytest

from tests.serve import gunicorn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def counted(server, series):
    """The sum of a series, as the worker that takes this scrape tells it."""
    text = server.get("/metrics")[1].decode()
    found = re.findall(rf"^{series}(?:\{{.*\}})? (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def test_every_worker_tells_the_sum_of_all():
    with gunicorn("--workers", "3") as server:
        for _ in range(30):
            server.get("/answers/")
        totals = [counted(server, "costcodle_edge_requests_total") for _ in range(6)]
    assert totals == [30.0] * 6


def test_renders_and_failures_of_the_cache_are_counted():
    """Nobody listens where the cache should be: each request is rendered, and tells that."""
    with gunicorn(EDGE_CACHE_URL="redis://127.0.0.1:1/0") as server:
        for _ in range(2):
            assert server.get("/answers/")[0] == 200
        assert counted(server, "costcodle_edge_render_seconds_count") == 2
        assert counted(server, "costcodle_edge_render_seconds_sum") > 0
        assert counted(server, "costcodle_edge_backend_failures_total") > 0
