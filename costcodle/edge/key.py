"""The cache key: everything that an answer may depend on, each part quoted by its length."""

import hashlib
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from costcodle.edge.revision import Revision

# One more whenever the key's parts or the layout of an entry change.
CONTRACT_VERSION = 3
_LONGEST_REMEMBERED = 200  # longer ones are no page's, and 20,000 of them fill the memory


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
        is_short = len(self.origin) + len(self.path) + len(self.query) <= _LONGEST_REMEMBERED
        digest = _remembered_digest if is_short else _digest
        return digest(
            site, self.origin, self.now.date(), self.policy, number, token, self.path, self.query
        )

    def label(self) -> str:
        """What `Cache-Status` shows of the key, for people."""
        query = f"?{self.query}" if self.query else ""
        return f'key="{self.policy}:r{self.revision.number}:{self.path}{query}"'


def _digest(site: str, origin: str, day: date, *parts: str) -> str:
    text = site + quoted((origin, day.isoformat(), *parts))
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


# Hashing costs more than finding. For 10,000 pages and their next revision.
_remembered_digest = lru_cache(maxsize=20_000)(_digest)


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
