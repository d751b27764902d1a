"""The edge cache: revision first, then the look-up, then (on a miss) one render that is stored.

The order is the guarantee. An entry stands under the revision that was read before its page was
rendered, so once a change is committed no new request can reach an older page: its key is gone.

While the database answers, the page is looked up under the revision that this process read last.
What is found is given out only if the database then names that revision.
"""

import logging
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.db import Error
from django.http import HttpRequest, HttpResponse

from costcodle import clock
from costcodle.edge import counters
from costcodle.edge.answer import answer, not_stored
from costcodle.edge.entry import Entry, make_entries, refusal
from costcodle.edge.flights import Flights
from costcodle.edge.key import site_part
from costcodle.edge.lookup import Asked, Lookup
from costcodle.edge.revision import Revision, read_revision, read_revision_beside, session
from costcodle.edge.routes import Route, Routes, canonical_query, has_any
from costcodle.edge.store import Store
from costcodle.edge.stripped import Origins, stripped_request
from costcodle.sqlite import close_moved_files

logger = logging.getLogger(__name__)


# A look-up, and the hit if one came of it.
Found = tuple[Lookup, HttpResponse | None]


class EdgeCacheMiddleware:
    """Outermost but for PeerMiddleware. Reads the clock for the whole request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.site = site_part()
        self.origins = Origins()
        self.routes = Routes()
        self.store = Store()
        self.flights = Flights()
        self.latest: Revision | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.now = clock.utc_now()  # type: ignore[attr-defined]
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
        asked = Asked(request, route, self.site, origin, self.store.visit())
        try:
            revision, ahead = read_revision_beside(lambda: self._look_ahead(asked))
            policy = route.policy(request)
        except Error as error:
            logger.error("The edge cache steps aside: %s", error)
            return self._bypass(request, route, origin, "revision-unreadable")
        self.latest = revision
        if "HTTP_AUTHORIZATION" in request.META:
            return self._bypass(request, route, origin, "authorization")
        if has_any(request, route.bypass):
            return self._bypass(request, route, origin, "query")
        if ahead is None or ahead[0].key.revision != revision:
            ahead = self._look(asked.at(revision, policy))
        return self._answer(*ahead)

    def _look_ahead(self, asked: Asked) -> Found | None:
        """What there is under the latest revision, which need not be the present one."""
        # A policy that the view has to be asked for may need the connection.
        policy = asked.route.constant
        if self.latest is None or policy is None:
            return None
        return self._look(asked.at(self.latest, policy))

    def _look(self, lookup: Lookup) -> Found:
        entry = lookup.stored()
        hit = answer(entry, lookup.asked.request) if entry is not None else None
        return lookup, hit

    def _bypass(self, request: HttpRequest, route: Route, origin: str, reason: str) -> HttpResponse:
        """Renders for this request only; the view still sees nothing but what is in a key."""
        counters.BYPASS.inc()
        query = canonical_query(request, route.parameters + route.bypass)
        response = self.get_response(stripped_request(request, origin, query))
        return not_stored(response, f"fwd=bypass; detail={reason}")

    def _answer(self, lookup: Lookup, hit: HttpResponse | None) -> HttpResponse:
        if hit is not None:
            return self._hit(lookup, hit)
        flight, leads = self.flights.board(lookup.digest)
        if not leads:
            entry = lookup.fresh(flight.wait(lookup.encoding))
            if entry is not None:
                counters.COLLAPSED.inc()
                forwarded = f"fwd=miss; {lookup.key.label()}; collapsed"
                return answer(entry, lookup.asked.request, forwarded)
            return self._render(lookup)[0]
        entries = None
        try:
            entry = lookup.stored()  # another flight may have landed since the first look
            if entry is not None:
                entries = {lookup.encoding: entry}
                return self._hit(lookup, answer(entry, lookup.asked.request))
            response, entries = self._render(lookup)
            return response
        finally:
            self.flights.land(lookup.digest, entries)

    def _hit(self, lookup: Lookup, response: HttpResponse) -> HttpResponse:
        counters.HIT.inc()
        self.routes.remember(lookup.asked.route)
        return response

    def _render(self, lookup: Lookup) -> tuple[HttpResponse, dict[str, Entry] | None]:
        """The page anew, and its entries when they may be given to others."""
        counters.MISS.inc()
        asked, key = lookup.asked, lookup.key
        asked_by = session()
        with counters.RENDER_SECONDS.time():
            response = self.get_response(stripped_request(asked.request, key.origin, key.query))
        reason = refusal(response)
        if reason:
            return not_stored(response, f"fwd=miss; {key.label()}; detail={reason}"), None
        expires = min(key.now + lookup.policy.max_age, clock.next_visibility_change(key.now))
        entries = make_entries(response, lookup.digest, key.now, expires, key.label())
        if self._still_at(key.revision) and session() is asked_by:
            asked.visit.put(entries.values(), (expires - key.now).total_seconds())
            self.routes.remember(asked.route)
        entry = entries[lookup.encoding]
        return answer(entry, asked.request, f"fwd=miss; {key.label()}"), entries

    def _still_at(self, revision: Revision) -> bool:
        """The second look: what was rendered across a commit stands under no key.

        Nor does what was rendered from a database in whose place a backup stands now.
        """
        try:
            return read_revision() == revision
        except Error:
            return False
