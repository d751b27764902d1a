"""Asking for pages as a reader does whose edge cache is empty."""

from typing import Any

from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext


def fresh(client: Client, path: str, data: dict[str, str] | None = None) -> Any:
    """The answer as it is rendered now.

    Rows that a test writes without publishing raise no revision, so the cache would not know.
    """
    cache.clear()
    return client.get(path, data)


def queries_of(client: Client, path: str) -> list[str]:
    """The statements that rendering a page needs, without the edge cache's look at the revision."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer: HttpResponse = client.get(path)
    assert answer.status_code != 500
    return [query["sql"] for query in queries if "site_state" not in query["sql"]]
