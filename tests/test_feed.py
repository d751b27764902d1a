"""`/feed.xml`: an Atom feed of full entries that an independent reader takes without complaint."""

from datetime import timedelta

import feedparser
import pytest
from django.test import Client

from tests.make import NOW, PHOTO, make_post, make_posts
from tests.pages import fresh, queries_of
from tests.xml_schema import read_valid

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
ATOM = "{http://www.w3.org/2005/Atom}"


def read_feed(client: Client) -> feedparser.FeedParserDict:
    page = fresh(client, "/feed.xml")
    assert page.status_code == 200
    assert page["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = feedparser.parse(page.content)
    assert not feed.bozo, feed.get("bozo_exception")
    assert feed.version == "atom10"
    read_valid(page.content, "atom.rng")
    return feed


def test_the_newest_fifty_published_answers_newest_first(client: Client) -> None:
    make_posts(53)
    make_post(54, withdrawn_at=NOW)
    links = [entry.link for entry in read_feed(client).entries]
    assert links == [f"http://testserver/answers/{number}/" for number in range(53, 3, -1)]


def test_an_entry_is_complete(client: Client) -> None:
    post = make_post(
        7, name="Olive Oil", size="2 x 1 L", description="Green & fresh.", price_cents=2499, **PHOTO
    )
    post.updated_at += timedelta(days=2)
    post.save()
    [entry] = read_feed(client).entries
    assert entry.title == "Olive Oil: $24.99 – Costcodle #7 answer"
    assert entry.id == "tag:testserver,2026-01-07:answers/7"
    assert entry.published == "2026-01-08T00:10:00Z"
    assert entry.updated == "2026-01-10T00:10:00Z"
    content = entry.content[0].value
    assert "Green &amp; fresh." in content
    assert "$12.50 per L" in content
    assert f'src="http://testserver/media/photos/{"f" * 32}-1200.jpg"' in content


def test_ids_stay_when_the_page_changes(client: Client) -> None:
    post = make_post(7)
    before = read_feed(client).entries[0]
    post.name, post.updated_at = "Renamed", NOW
    post.save()
    after = read_feed(client).entries[0]
    assert after.id == before.id
    assert after.published == before.published
    assert after.updated > before.updated
    assert read_feed(client).feed.updated == after.updated


def test_the_structure_is_that_of_atom(client: Client) -> None:
    make_posts(3)
    root = read_valid(fresh(client, "/feed.xml").content, "atom.rng")
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links["self"] == "http://testserver/feed.xml"
    ids = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
    assert len(set(ids)) == 3


def test_an_empty_feed_is_valid(client: Client) -> None:
    feed = read_feed(client)
    assert feed.entries == []
    assert feed.feed.updated == "2026-01-31T00:00:00Z"


def test_no_name_can_break_the_feed(client: Client) -> None:
    make_post(7, name='</title>]]>&"\x08\x0b\x1f\ufffe <b>x</b>', description="<i>y</i>")
    [entry] = read_feed(client).entries
    assert entry.title == '</title>]]>&" <b>x</b>: $11.99 – Costcodle #7 answer'
    assert "&lt;b&gt;x&lt;/b&gt;" in entry.content[0].value
    assert "&lt;i&gt;y&lt;/i&gt;" in entry.content[0].value


def test_the_feed_costs_one_query(client: Client) -> None:
    make_posts(60, **PHOTO)
    assert len(queries_of(client, "/feed.xml")) == 1
