"""One stored answer in one encoding: a plain tuple of what is sent, ready to be sent again."""

import hashlib
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpResponse

from costcodle.edge.encodings import ENCODINGS, encoded
from costcodle.edge.key import entry_name

# Lower-case name, then the pair that is sent: as a response holds them.
Headers = tuple[tuple[str, tuple[str, str]], ...]
LARGEST_BODY = 1_000_000
# Requests of one moment don't read the clock in the order in which they ask for the entry.
CLOCK_TOLERANCE_SECONDS = 5.0
CACHE_CONTROL = "public, max-age=0, must-revalidate"
# Replaced by those of the representation, or never sent twice.
_OWN_HEADERS = {
    "age",
    "cache-control",
    "cache-status",
    "content-length",
    "date",
    "etag",
    "expires",
    "last-modified",
    "vary",
}


class Entry(NamedTuple):
    """`begun` and `expires` are seconds since the epoch by the clock of the process that rendered.

    Stored as a plain tuple, so that reading it needs no class of this release.
    """

    name: str  # under which it stands in the backend
    begun: float
    expires: float
    status: int
    headers: Headers
    etag: str  # empty but for a 200
    body: bytes

    def is_fresh(self, now: datetime) -> bool:
        """False also when it was begun well after `now`: by a process whose clock is ahead."""
        instant = now.timestamp()
        return self.begun - CLOCK_TOLERANCE_SECONDS <= instant < self.expires


_SHAPE = [str, float, float, int, tuple, str, bytes]


def read_entry(value: Any, name: str) -> Entry | None:
    """What a backend returned for a name; None for anything else than the entry of that name.

    A connection to Redis that got out of step answers with the entry that was asked for before.
    The name is a hash of the layout's version too.
    """
    if type(value) is not tuple or list(map(type, value)) != _SHAPE:
        return None
    return Entry._make(value) if value[0] == name else None


def refusal(response: HttpResponse) -> str:
    """Why an answer may not be stored, in one word for Cache-Status; empty when it may."""
    if response.streaming:
        return "streaming"
    if response.status_code not in (200, 410) and not is_friendly_not_found(response):
        return "status"
    if response.cookies:
        return "set-cookie"
    directives = response.get("Cache-Control", "").lower()
    if "no-store" in directives or "private" in directives:
        return "cache-control"
    if response.has_header("Content-Encoding") or response.has_header("Content-Range"):
        return "encoded"
    if len(response.content) > LARGEST_BODY:
        return "too-large"
    return ""


def is_friendly_not_found(response: HttpResponse) -> bool:
    """A 404 that the view marked with `costcodle.policy.keep_not_found`."""
    return response.status_code == 404 and getattr(response, "edge_cacheable", False)


def make_entries(
    response: HttpResponse, digest: str, begun: datetime, expires: datetime, label: str
) -> dict[str, Entry]:
    """An answer's entry in each encoding; where compressing doesn't pay, the plain bytes.

    The headers are those of a hit, complete; `label` is what Cache-Status says of the key.
    """
    kept = [pair for pair in response.items() if pair[0].lower() not in _OWN_HEADERS]
    # The view saw no cookie and no language, whatever a middleware says that it varies on.
    kept += [
        ("Cache-Control", CACHE_CONTROL),
        ("Vary", "Accept-Encoding"),
        ("Cache-Status", f"costcodle; hit; {label}"),
    ]
    content = response.content
    entries = {}
    for encoding in ENCODINGS:
        body, headers = encoded(content, encoding), list(kept)
        if len(body) < len(content):
            headers.append(("Content-Encoding", encoding))
        else:
            body = content
        headers.append(("Content-Length", str(len(body))))
        etag = ""
        if response.status_code == 200:
            etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
            headers.append(("ETag", etag))
        entries[encoding] = Entry(
            entry_name(digest, encoding),
            begun.timestamp(),
            expires.timestamp(),
            response.status_code,
            tuple((name.lower(), (name, text)) for name, text in headers),
            etag,
            body,
        )
    return entries
