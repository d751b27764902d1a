"""System checks: settings with which the edge cache would serve the wrong page."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

EDGE = "costcodle.edge.middleware.EdgeCacheMiddleware"
# Knows the client's address and scheme, which the cache's key needs.
MAY_STAND_BEFORE = {"costcodle.peers.PeerMiddleware"}


@register(Tags.caches)
def check_middleware(**_: Any) -> list[CheckMessage]:
    middleware = list(settings.MIDDLEWARE)
    before = middleware[: middleware.index(EDGE)] if EDGE in middleware else None
    if before is not None and set(before) <= MAY_STAND_BEFORE:
        return []
    return [
        Error(
            "The edge cache is not the outermost middleware.",
            hint=f"Put {EDGE} right after costcodle.peers.PeerMiddleware: what stands before it"
            " runs for every hit and may change what was stored.",
            id="edge.E001",
        )
    ]


@register(Tags.caches)
def check_time_zone(**_: Any) -> list[CheckMessage]:
    if settings.USE_TZ and settings.TIME_ZONE == "UTC":
        return []
    return [
        Error(
            "The site does not run in UTC.",
            hint='Set TIME_ZONE = "UTC" and USE_TZ = True: the day of the game and of the cache'
            " key is the UTC date.",
            id="edge.E002",
        )
    ]


@register(Tags.caches)
def check_host(**_: Any) -> list[CheckMessage]:
    if not settings.USE_X_FORWARDED_HOST and not settings.USE_X_FORWARDED_PORT:
        return []
    return [
        Error(
            "The host is taken from a header that any client can send.",
            hint="Switch USE_X_FORWARDED_HOST and USE_X_FORWARDED_PORT off; let the proxy pass"
            " the Host header on as it is.",
            id="edge.E003",
        )
    ]
