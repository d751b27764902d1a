"""No dead link: all that can be reached on the demo site, from its home page, feed and sitemap."""

import re
from collections.abc import Iterator
from html import unescape
from io import StringIO
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client

from answers.bank.sample import load_sample
from costcodle import clock

ORIGIN = "http://testserver"
ROOTS = ("/", "/feed.xml", "/sitemap.xml", "/robots.txt")
WITH_LINKS = ("text/html", "application/atom+xml", "application/xml")
_ADDRESS = re.compile(r'(?:href|src)=["\'](.*?)["\']|srcset="(.*?)"|<loc>(.*?)</loc>')
_SHARED = re.compile(r'<meta property="og:(?:image|url)" content="(.*?)"')


def addresses(text: str) -> Iterator[str]:
    for plain, candidates, loc in _ADDRESS.findall(text):
        if candidates:
            yield from (candidate.split()[0] for candidate in candidates.split(", "))
        else:
            yield plain or loc
    yield from _SHARED.findall(text)


@pytest.mark.engine_free
@pytest.mark.django_db(transaction=True, databases=["default", "publisher"])
def test_every_link_of_the_demo_site_leads_somewhere(client: Client) -> None:
    load_sample(clock.utc_now())
    call_command("publish", stdout=StringIO())
    dead: list[str] = []
    found_on = dict.fromkeys(ROOTS, "the list of this test")
    waiting = list(ROOTS)
    while waiting:
        path = waiting.pop()
        page = client.get(path)
        if page.status_code != 200:
            dead.append(f"{path} on {found_on[path]}: {page.status_code}")
            continue
        if not page["Content-Type"].startswith(
            ("text/html", "application/atom", "application/xml")
        ):
            b"".join(page.streaming_content) if page.streaming else page.content
            continue
        for address in addresses(unescape(page.text)):
            url = urlsplit(urljoin(ORIGIN + path, address))
            if f"{url.scheme}://{url.netloc}" != ORIGIN:
                continue
            target = url.path + (f"?{url.query}" if url.query else "")
            if target == path and url.fragment:
                if f'id="{url.fragment}"' not in page.text:
                    dead.append(f"{path}#{url.fragment}: no such place")
            elif target not in found_on:
                found_on[target] = path
                waiting.append(target)
    assert dead == []
    kinds = {re.sub(r"[0-9a-f]{32}|\d+", "N", path.partition("?")[0]) for path in found_on}
    assert {"/answers/N/", "/stats/N/", "/play/", "/privacy/", "/sitemap-N.xml"} <= kinds
    assert {"/media/photos/N-N.webp", "/media/cards/N.jpg"} <= kinds
