"""Everything that a visitor can get from the site, followed link by link."""

import base64
import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from django.test import Client

START = [
    "/",
    "/play/",
    "/play/restore/",
    "/answers/",
    "/answers/?q=product",
    "/stats/",
    "/feed.xml",
    "/sitemap.xml",
    "/sitemap-1.xml",
    "/robots.txt",
    "/how-to-play/",
    "/privacy/",
    "/manifest.webmanifest",
    "/livez",
    "/readyz",
    "/metrics",
]
_LINKS = re.compile(r"""(?:href|src|content|value)=["']([^"'\s]+)["']|<loc>([^<]+)</loc>""")
_SETS = re.compile(r"""srcset=["']([^"']+)["']""")
_SIGNED = re.compile(r"[A-Za-z0-9_-]{20,}")


def crawl(client: Client, numbers: list[int]) -> Iterator[tuple[str, str]]:
    """Every address within reach and all that it answers, headers and cookies included.

    Each is asked twice, so that what the edge cache keeps is read too, and in each shape that
    the game speaks.
    """
    waiting = [*START]
    for number in numbers:
        waiting += [f"/answers/{number}/", f"/stats/{number}/", f"/stats/{number}.json"]
        waiting += [f"/play/?puzzle={number}"]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        shapes = [{}, {}, {"accept": "application/json"}, {"hx-request": "true"}]
        for headers in shapes if not address.startswith(("/media/", "/static/")) else [{}]:
            response = client.get(address, headers=headers)
            body = b"".join(response) if response.streaming else response.content
            text = body.decode("utf-8", errors="replace")
            yield address, f"{text}\n{response.headers}\n{opened(str(response.cookies))}"
            if "image" in response.get("Content-Type", ""):
                continue
            for link in links_in(text):
                absolute = urlsplit(urljoin(f"http://testserver{address}", link))
                path = absolute.path + (f"?{absolute.query}" if absolute.query else "")
                if absolute.netloc == "testserver" and path not in seen:
                    seen.add(path)
                    waiting.append(path)


def links_in(text: str) -> Iterator[str]:
    for href, location in _LINKS.findall(text):
        yield (href or location).replace("&amp;", "&")
    for sources in _SETS.findall(text):
        yield from (source.split()[0] for source in sources.split(","))


def opened(text: str) -> str:
    """The text, and what its parts say when they are base64: signed values are readable."""
    parts = [text]
    for signed in _SIGNED.findall(text):
        content = base64.urlsafe_b64decode(signed + "=" * (-len(signed) % 4))
        parts.append(content.decode("utf-8", errors="replace"))
    return "\n".join(parts)
