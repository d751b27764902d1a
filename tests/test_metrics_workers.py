"""What processes count is summed over the workers of one gunicorn."""

import re

import pytest

from tests.serve import gunicorn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def counted(text):
    found = re.findall(r"^costcodle_edge_requests_total\{.*\} (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def test_every_worker_tells_the_sum_of_all():
    with gunicorn("--workers", "3") as server:
        for _ in range(30):
            server.get("/answers/")
        # Each scrape is answered by whichever worker takes it.
        totals = [counted(server.get("/metrics")[1].decode()) for _ in range(6)]
    assert totals == [30.0] * 6
