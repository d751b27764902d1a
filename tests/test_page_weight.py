"""What the first visit to `/` sends, counted in bytes as they travel, without the photo."""

import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from costcodle import clock
from tests.make import make_posts, make_puzzle
from tests.serve import Server, gunicorn

pytestmark = [pytest.mark.engine_free, pytest.mark.django_db(transaction=True)]
MOST_BYTES = 45 * 1024
MOST_SCRIPT_BYTES = 20 * 1024


class Loaded(HTMLParser):
    """The addresses that a browser fetches for a page by itself, by the kind of their element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        loads = {"stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload"}
        if tag == "link" and loads & set((given.get("rel") or "").split()):
            self.addresses.append(("link", given["href"] or ""))
        elif given.get("src"):
            self.addresses.append((tag, given["src"] or ""))


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    with gunicorn("--workers", "1") as running:
        yield running


def received(address: str) -> bytes:
    """The body as it is sent to a browser of today."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip, br"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
        return answer.read()


def test_weight_of_home(server: Server) -> None:
    today = clock.today(clock.utc_now())
    make_posts(3)
    make_puzzle(
        900,
        day=today,
        name="A product with a name of the usual length, 3 packs",
        price_note="price per lb",
        price_as_of=today,
    )
    loaded = Loaded(server.get("/")[1].decode()).addresses
    assert len(loaded) >= 9  # theme, game, share, countdown; two styles; icons, manifest
    weights = [("page", "/", len(received(server.origin + "/")))]
    for kind, address in loaded:
        whole = urljoin(server.origin, address)
        assert urlsplit(whole).netloc == urlsplit(server.origin).netloc
        weights.append((kind, address, len(received(whole))))
    assert sum(weight for *_, weight in weights) <= MOST_BYTES, weights
    scripts = [weight for kind, _, weight in weights if kind == "script"]
    assert len(scripts) == 4
    assert sum(scripts) <= MOST_SCRIPT_BYTES, weights


def test_styles_and_scripts_load_nothing_more(server: Server) -> None:
    """What is counted above is all there is: no import and no address inside the files."""
    make_puzzle(900, day=clock.today(clock.utc_now()))
    for _, address in Loaded(server.get("/")[1].decode()).addresses:
        if address.endswith((".css", ".js")):
            text = server.get(address)[1].decode()
            assert "url(" not in text and "@import" not in text and "import " not in text, address
            assert "//" not in text.replace("// ", "").replace("http://www.w3.org", ""), address
