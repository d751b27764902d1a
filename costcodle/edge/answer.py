"""The response that an entry makes: HEAD, If-None-Match and 304. Ranges are ignored."""

import re
from collections.abc import ValuesView

from django.http import HttpRequest, HttpResponse
from django.http.response import ResponseHeaders

from costcodle.edge.entry import Entry, Headers, is_friendly_not_found

_ETAG = re.compile(r'(?:W/)?("[^"]*")')
_OF_THE_BODY = ("content-type", "content-length", "content-encoding")


class StoredHeaders(ResponseHeaders):
    """Headers that were checked when their entry was made: checking costs half of a response."""

    def __init__(self, stored: Headers) -> None:
        self._store = dict(stored)

    def items(self) -> ValuesView[tuple[str, str]]:  # type: ignore[override]
        """The same pairs as Mapping's own, which looks each name up again."""
        return self._store.values()

    def without_body(self) -> "StoredHeaders":
        for name in _OF_THE_BODY:
            self._store.pop(name, None)
        return self


def answer(entry: Entry, request: HttpRequest, forwarded: str = "") -> HttpResponse:
    """A new response with the entry's status, headers and bytes, or the 304 that stands for it.

    `forwarded` says in Cache-Status why it isn't a hit; empty for a hit.
    """
    wanted = request.META.get("HTTP_IF_NONE_MATCH")
    headers = StoredHeaders(entry.headers)
    # The first comparison is what a browser sends.
    if wanted and entry.etag and (wanted == entry.etag or matches(wanted, entry.etag)):
        response = HttpResponse(status=304, content_type="")
        headers = headers.without_body()
    else:
        body = entry.body if request.method == "GET" else b""
        response = HttpResponse(body, status=entry.status, content_type="")
    if forwarded:
        headers["Cache-Status"] = f"costcodle; {forwarded}"
    response.headers = headers
    return response


def matches(if_none_match: str, etag: str) -> bool:
    """Weak comparison with a list of entity tags, or `*`."""
    return if_none_match.strip() == "*" or etag in _ETAG.findall(if_none_match)


def not_stored(response: HttpResponse, forwarded: str) -> HttpResponse:
    """An answer for this request only, marked so. The plain 404 says nothing of the cache."""
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.pop("ETag")
    if response.status_code != 404 or is_friendly_not_found(response):
        response.headers["Cache-Status"] = f"costcodle; {forwarded}"
    return response
