"""The first middleware: who is at the other end, and over which scheme.

A proxy's word about the client counts only when the proxy's own address is in TRUSTED_PROXIES.
Whatever was believed, no forwarding header goes any further: nothing behind this middleware can
read one by mistake. X-Forwarded-Host is never believed; the proxy passes the Host on as it is.
"""

import ipaddress
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from costcodle.environment import Network

FORWARDING = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class PeerMiddleware:
    """Sets REMOTE_ADDR and the scheme, and `request.forwarded`: did a proxy speak of itself?"""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.proxies: tuple[Network, ...] = settings.TRUSTED_PROXIES

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        names = forwarding_names(meta)
        request.forwarded = bool(names)  # type: ignore[attr-defined]
        if names:
            headers = {name: meta.pop(name) for name in names}
            peer = meta.get("REMOTE_ADDR", "")
            if is_within(peer, self.proxies):
                chain = headers.get("HTTP_X_FORWARDED_FOR", "")
                meta["REMOTE_ADDR"] = client_address(peer, chain, self.proxies)
                scheme = headers.get("HTTP_X_FORWARDED_PROTO", "").strip().lower()
                if scheme in ("http", "https"):
                    meta["wsgi.url_scheme"] = scheme
        return self.get_response(request)


def forwarding_names(meta: dict[str, Any]) -> list[str]:
    """The forwarding headers of a request; most have none, which one text of all names shows."""
    names = " ".join(meta)
    for each in FORWARDING:
        if each in names:
            return [name for name in meta if name.startswith(FORWARDING)]
    return []


def address_of(text: str) -> Address | None:
    """The address that `text` spells, IPv4 where IPv6 only wraps it; None when it spells none."""
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=1024)
def is_within(text: str, networks: tuple[Network, ...]) -> bool:
    """True when `text` is an address of one of the networks."""
    address = address_of(text)
    return address is not None and any(address in network for network in networks)


def client_address(peer: str, chain: str, proxies: tuple[Network, ...]) -> str:
    """The rightmost address of `chain` that is no trusted proxy; `peer` itself is a trusted one.

    Each proxy appends the address that it saw, so only entries written by trusted proxies count;
    what stands left of them is the client's own claim. Something that is no address ends the walk.
    """
    client = peer
    for word in reversed(chain.split(",")):
        address = address_of(word)
        if address is None:
            break
        client = str(address)
        if not is_within(client, proxies):
            break
    return client
