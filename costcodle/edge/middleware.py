"""The edge cache: revision first, then the look-up, then (on a miss) one render that is stored.

The order is the guarantee. An entry stands under the revision that was read before its page was
rendered, so once a change is committed no new request can reach an older page: its key is gone.
"""

import logging
from collections.abc import Callable
from typing import NamedTuple

from django.core.exceptions import DisallowedHost
from django.db import Error
from django.http import HttpRequest, HttpResponse

from costcodle import clock
from costcodle.edge import counters
from costcodle.edge.answer import answer, not_stored
from costcodle.edge.encodings import chosen_encoding
from costcodle.edge.entry import Entry, make_entries, refusal
from costcodle.edge.flights import Flights
from costcodle.edge.key import PageKey, entry_name, site_part
from costcodle.edge.revision import Revision, read_revision
from costcodle.edge.routes import Route, Routes, canonical_query, has_any
from costcodle.edge.store import Store, Visit
from costcodle.edge.stripped import Origins, stripped_request
from costcodle.policy import Policy
from costcodle.sqlite import close_moved_files

logger = logging.getLogger(__name__)


class Lookup(NamedTuple):
    """One request that the cache may answer, in the state of the site that it found."""

    request: HttpRequest
    route: Route
    policy: Policy
    key: PageKey
    digest: str
    encoding: str
    visit: Visit

    def stored(self) -> Entry | None:
        """The entry in the backend, if it is still good at this request's instant."""
        return self.fresh(self.visit.get(entry_name(self.digest, self.encoding)))

    def fresh(self, entry: Entry | None) -> Entry | None:
        return entry if entry is not None and entry.is_fresh(self.key.now) else None


class EdgeCacheMiddleware:
    """Outermost but for PeerMiddleware. Reads the clock for the whole request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.site = site_part()
        self.origins = Origins()
        self.routes = Routes()
        self.store = Store()
        self.flights = Flights()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = request.now = clock.utc_now()  # type: ignore[attr-defined]
        route = self.routes.find(request.path_info)
        if route is None:
            close_moved_files()
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            close_moved_files()
            counters.BYPASS.inc()
            return not_stored(self.get_response(request), "fwd=bypass; detail=method")
        try:
            origin = self.origins.of(request)
        except DisallowedHost:
            return self.get_response(request)  # where Django refuses it with its 400
        try:
            revision = read_revision()
            policy = route.policy(request)
        except Error as error:
            logger.error("The edge cache steps aside: %s", error)
            return self._bypass(request, route, origin, "revision-unreadable")
        if "HTTP_AUTHORIZATION" in request.META:
            return self._bypass(request, route, origin, "authorization")
        if has_any(request, route.bypass):
            return self._bypass(request, route, origin, "query")
        query = canonical_query(request, route.parameters)
        key = PageKey(origin, now, policy.name, revision, request.path, query)
        encoding = chosen_encoding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        digest = key.digest(self.site)
        visit = self.store.visit()
        return self._answer(Lookup(request, route, policy, key, digest, encoding, visit))

    def _bypass(self, request: HttpRequest, route: Route, origin: str, reason: str) -> HttpResponse:
        """Renders for this request only; the view still sees nothing but what is in a key."""
        counters.BYPASS.inc()
        query = canonical_query(request, route.parameters + route.bypass)
        response = self.get_response(stripped_request(request, origin, query))
        return not_stored(response, f"fwd=bypass; detail={reason}")

    def _answer(self, lookup: Lookup) -> HttpResponse:
        entry = lookup.stored()
        if entry is not None:
            return self._hit(lookup, entry)
        flight, leads = self.flights.board(lookup.digest)
        if not leads:
            entry = lookup.fresh(flight.wait(lookup.encoding))
            if entry is not None:
                counters.COLLAPSED.inc()
                return answer(entry, lookup.request, f"fwd=miss; {lookup.key.label()}; collapsed")
            return self._render(lookup)[0]
        entries = None
        try:
            entry = lookup.stored()  # another flight may have landed since the first look
            if entry is not None:
                entries = {lookup.encoding: entry}
                return self._hit(lookup, entry)
            response, entries = self._render(lookup)
            return response
        finally:
            self.flights.land(lookup.digest, entries)

    def _hit(self, lookup: Lookup, entry: Entry) -> HttpResponse:
        counters.HIT.inc()
        self.routes.remember(lookup.route)
        return answer(entry, lookup.request)

    def _render(self, lookup: Lookup) -> tuple[HttpResponse, dict[str, Entry] | None]:
        """The page anew, and its entries when they may be given to others."""
        counters.MISS.inc()
        key = lookup.key
        with counters.RENDER_SECONDS.time():
            response = self.get_response(stripped_request(lookup.request, key.origin, key.query))
        reason = refusal(response)
        if reason:
            return not_stored(response, f"fwd=miss; {key.label()}; detail={reason}"), None
        expires = min(key.now + lookup.policy.max_age, clock.next_visibility_change(key.now))
        entries = make_entries(response, key.now, expires, key.label())
        if self._still_at(key.revision):
            seconds = (expires - key.now).total_seconds()
            lookup.visit.put(
                {entry_name(lookup.digest, encoding): entry for encoding, entry in entries.items()},
                seconds,
            )
            self.routes.remember(lookup.route)
        entry = entries[lookup.encoding]
        return answer(entry, lookup.request, f"fwd=miss; {key.label()}"), entries

    def _still_at(self, revision: Revision) -> bool:
        """The second look: what was rendered across a commit stands under no key."""
        try:
            return read_revision() == revision
        except Error:
            return False
