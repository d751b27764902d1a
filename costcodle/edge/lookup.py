"""One request that the cache may answer, in one state of the site."""

from typing import NamedTuple

from django.http import HttpRequest

from costcodle.edge.encodings import chosen_encoding
from costcodle.edge.entry import Entry
from costcodle.edge.key import PageKey, entry_name
from costcodle.edge.revision import Revision
from costcodle.edge.routes import Route, canonical_query
from costcodle.edge.store import Visit
from costcodle.policy import Policy


class Asked(NamedTuple):
    """A request for a cached page, whatever the state of the site. `site`: `key.site_part()`."""

    request: HttpRequest
    route: Route
    site: str
    origin: str
    visit: Visit

    def at(self, revision: Revision, policy: Policy) -> "Lookup":
        request = self.request
        now = request.now  # type: ignore[attr-defined]
        query = canonical_query(request, self.route.parameters)
        key = PageKey(self.origin, now, policy.name, revision, request.path, query)
        encoding = chosen_encoding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        return Lookup(self, policy, key, key.digest(self.site), encoding)


class Lookup(NamedTuple):
    """The names under which the page stands in the backend."""

    asked: Asked
    policy: Policy
    key: PageKey
    digest: str
    encoding: str

    def stored(self) -> Entry | None:
        """The entry in the backend, if it is still good at this request's instant."""
        return self.fresh(self.asked.visit.get(entry_name(self.digest, self.encoding)))

    def fresh(self, entry: Entry | None) -> Entry | None:
        return entry if entry is not None and entry.is_fresh(self.key.now) else None
