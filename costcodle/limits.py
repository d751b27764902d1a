"""How many guesses an address may send in a minute: a counter in the cache, no table, no log.

Fixed windows of the clock's minutes. Per process with memory, for the whole site with Redis.
"""

import ipaddress
import logging

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest

from costcodle.peers import address_of

WINDOW = 60  # seconds
log = logging.getLogger("costcodle.limits")


def too_many_guesses(request: HttpRequest) -> int | None:
    """Counts this guess; the seconds to wait when its address has used up its minute, else None.

    Nobody is refused for the cache's sake: one that fails means no limit and one line in the log.
    """
    sender = sender_of(request.META.get("REMOTE_ADDR", ""))
    if not settings.GUESSES_PER_MINUTE or sender is None:
        return None
    window, second = divmod(int(request.now.timestamp()), WINDOW)  # type: ignore[attr-defined]
    key = f"guesses:{sender}:{window}"
    cache = caches["limits"]
    try:
        cache.add(key, 0, timeout=2 * WINDOW)
        count = cache.incr(key)
    except Exception as error:
        log.warning("Guesses are not limited: the cache failed (%s).", type(error).__name__)
        return None
    return WINDOW - second if count > settings.GUESSES_PER_MINUTE else None


def sender_of(text: str) -> str | None:
    """What counts as one sender: an IPv4 address, or the /64 that one IPv6 customer gets.

    None without an address (a Unix socket): all visitors would share one count.
    """
    address = address_of(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address) if address else None
