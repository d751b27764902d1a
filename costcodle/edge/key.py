"""The cache key: everything that an answer may depend on, each part quoted by its length."""

import hashlib
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from costcodle.edge.revision import Revision

# One more whenever the key's parts or the layout of an entry change.
CONTRACT_VERSION = 2


class PageKey(NamedTuple):
    """One page in one state of the site. `now` is aware, in UTC; only its day counts.

    `origin` is scheme and validated host, `path` is decoded, `query` holds the allowed
    parameters in canonical order.
    """

    origin: str
    now: datetime
    policy: str
    revision: Revision
    path: str
    query: str

    def digest(self, site: str) -> str:
        """The page's name in the backend, without its encoding.

        Hashed, so that no path or parameter is too long or illegal for a backend.
        """
        number, token = self.revision
        return _digest(
            site, self.origin, self.now.date(), self.policy, number, token, self.path, self.query
        )

    def label(self) -> str:
        """What `Cache-Status` shows of the key, for people."""
        query = f"?{self.query}" if self.query else ""
        return f'key="{self.policy}:r{self.revision.number}:{self.path}{query}"'


# Remembered: hashing costs more than finding. For 10,000 pages and their next revision.
@lru_cache(maxsize=20_000)
def _digest(site: str, origin: str, day: date, *parts: str) -> str:
    text = site + quoted((origin, day.isoformat(), *parts))
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def quoted(parts: tuple[str, ...]) -> str:
    """One text of many: `("ab", "c")` and `("a", "bc")` stay different."""
    return "".join([f"{len(part)}:{part}" for part in parts])


def site_part() -> str:
    """What all keys of this process share. SITE_ORIGIN is there since it stands in links."""
    return quoted(
        (
            settings.ENVIRONMENT,
            settings.BUILD_VERSION,
            str(CONTRACT_VERSION),
            settings.SITE_ORIGIN,
        )
    )


def entry_name(digest: str, encoding: str) -> str:
    """The name of one representation in the backend."""
    return f"{digest}.{encoding}"
