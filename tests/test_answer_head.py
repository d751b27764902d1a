"""What an answer page tells machines: title, description, canonical, Open Graph, JSON-LD."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.make import NOW, PHOTO, day_of, make_post, make_puzzle
from tests.pages import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
# The one of pages without a card of their own.
GENERAL_CARD = re.compile(r"http://testserver/static/costcodle/share\.[0-9a-f]+\.png")
NASTY = "</script></title><script>alert(1)</script>\"' <!-- &amp; \u2028 é"


class Head(HTMLParser):
    """The title, the meta and link elements and the data blocks of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.title = ""
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.blocks: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self._inside = tag
        if tag == "meta":
            self.meta[values.get("name") or values.get("property") or ""] = (
                values.get("content") or ""
            )
        elif tag == "link":
            self.links[values["rel"] or ""] = values["href"] or ""
        elif tag == "script":
            self.scripts.append(values)
            if values.get("type") == "application/ld+json":
                self.blocks.append("")

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        elif self._inside == "script" and self.blocks:
            self.blocks[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def read_head(client: Client, number: int) -> Head:
    page = fresh(client, f"/answers/{number}/")
    assert page.status_code == 200
    return Head(page.text)


def graph_of(head: Head) -> dict[str, Any]:
    [block] = head.blocks
    data = json.loads(block)
    assert data["@context"] == "https://schema.org"
    return {node["@type"]: node for node in data["@graph"]}


def test_title_and_description_name_product_price_and_day(client: Client) -> None:
    make_post(7, name="Olive Oil", price_cents=2499, price_note="price per box")
    head = read_head(client, 7)
    assert head.title == "Olive Oil: $24.99 – Costcodle #7 answer"
    assert head.meta["description"] == (
        "Olive Oil cost $24.99 (price per box) at the warehouse."
        " It was the product of Costcodle #7 on January 7, 2026."
    )


def test_titles_and_descriptions_differ_even_for_the_same_product(client: Client) -> None:
    for number in (7, 8):
        make_post(number, name="Olive Oil")
    first, second = read_head(client, 7), read_head(client, 8)
    assert first.title != second.title
    assert first.meta["description"] != second.meta["description"]


def test_addresses_are_of_the_sites_own_origin_whatever_the_host(client: Client) -> None:
    make_post(7, **PHOTO)
    page = client.get("/answers/7/", headers={"host": "localhost"})
    head = Head(page.text)
    assert head.links["canonical"] == head.meta["og:url"] == "http://testserver/answers/7/"
    assert "localhost" not in page.text


def test_the_card_with_the_price_is_the_share_picture(client: Client) -> None:
    make_post(7, **PHOTO)
    head = read_head(client, 7)
    assert head.meta["og:image"] == f"http://testserver/media/cards/{'c' * 32}.jpg"
    assert head.meta["twitter:card"] == "summary_large_image"
    assert head.meta["robots"] == "max-image-preview:large"
    page = graph_of(head)["WebPage"]
    assert page["primaryImageOfPage"]["url"] == head.meta["og:image"]


def test_a_page_without_photo_is_noindex_and_shares_the_sites_picture(client: Client) -> None:
    make_post(7)
    head = read_head(client, 7)
    assert head.meta["robots"] == "noindex"
    assert GENERAL_CARD.fullmatch(head.meta["og:image"])
    graph = graph_of(head)
    assert "image" not in graph["Product"]
    assert "primaryImageOfPage" not in graph["WebPage"]


def test_a_page_whose_card_could_not_be_made_shares_the_sites_picture(client: Client) -> None:
    make_post(7, **(PHOTO | {"card_key": ""}))
    head = read_head(client, 7)
    assert GENERAL_CARD.fullmatch(head.meta["og:image"])
    assert "primaryImageOfPage" not in graph_of(head)["WebPage"]


@pytest.mark.parametrize(
    "path", ["/", "/answers/", "/stats/", "/stats/31/", "/how-to-play/", "/privacy/"]
)
@pytest.mark.parametrize("played", [True, False])
def test_every_page_that_is_shared_says_how_it_looks(
    client: Client, path: str, played: bool
) -> None:
    make_puzzle(31, day=day_of(31 if played else 30))  # without: no puzzle today
    head = Head(fresh(client, path).text)
    assert head.links["canonical"] == head.meta["og:url"] == f"http://testserver{path}"
    for name in ("og:title", "og:description", "og:image:alt", "description"):
        assert head.meta[name]
    assert GENERAL_CARD.fullmatch(head.meta["og:image"])
    assert head.meta["twitter:card"] == "summary_large_image"


def test_todays_results_and_those_of_the_number_have_other_titles(client: Client) -> None:
    make_puzzle(31)
    today, of_number = (Head(fresh(client, path).text).title for path in ("/stats/", "/stats/31/"))
    assert today.startswith("Today’s results of #31")
    assert of_number.startswith("Results of #31")


def test_a_price_that_counts_in_another_way_says_so_in_the_offer(client: Client) -> None:
    make_post(7, price_note="price per lb")
    assert graph_of(read_head(client, 7))["Product"]["offers"]["description"] == "price per lb"


def test_json_ld_says_page_place_product_and_price(client: Client) -> None:
    make_post(7, name="Olive Oil", price_cents=120000, size="2 x 1 L", **PHOTO)
    graph = graph_of(read_head(client, 7))
    url = "http://testserver/answers/7/"
    assert graph["WebPage"]["url"] == url
    assert graph["WebPage"]["datePublished"] == "2026-01-08T00:10:00Z"
    assert graph["WebPage"]["mainEntity"] == {"@id": graph["Product"]["@id"]}
    assert graph["WebPage"]["breadcrumb"] == {"@id": graph["BreadcrumbList"]["@id"]}
    steps = graph["BreadcrumbList"]["itemListElement"]
    assert [step["position"] for step in steps] == [1, 2, 3]
    assert [step["item"] for step in steps] == [
        "http://testserver/",
        "http://testserver/answers/",
        url,
    ]
    assert graph["Product"]["name"] == "Olive Oil"
    assert graph["Product"]["size"] == "2 x 1 L"
    assert graph["Product"]["image"] == f"http://testserver/media/photos/{'f' * 32}-1200.jpg"
    offer = {"@type": "Offer", "price": "1200.00", "priceCurrency": "USD", "url": url}
    assert graph["Product"]["offers"] == offer


@pytest.mark.parametrize("state", ["withdrawn", "begun"])
def test_a_page_that_is_not_published_has_no_json_ld(client: Client, state: str) -> None:
    if state == "withdrawn":
        make_post(7, withdrawn_at=NOW)
    else:
        make_puzzle(7)
    head = Head(fresh(client, "/answers/7/").text)
    assert head.blocks == []
    assert head.meta["robots"] == "noindex"


def test_markup_in_texts_stays_text_everywhere(client: Client) -> None:
    make_post(
        7, name=NASTY, size=NASTY[:100], price_note=NASTY[:100], description=NASTY, source=NASTY
    )
    head = read_head(client, 7)
    assert head.title.startswith(NASTY)
    assert head.meta["og:title"] == head.title
    assert head.meta["description"].startswith(NASTY)
    product = graph_of(head)["Product"]
    assert (product["name"], product["description"]) == (NASTY, NASTY)
    for script in head.scripts:  # ours from files, and the data block; none of the product's
        assert "src" in script or script["type"] == "application/ld+json"
    page = fresh(client, "/answers/7/").text
    assert "<script>" not in page
    assert page.count("</title>") == 1
    assert "<script>" not in fresh(client, "/answers/").text
