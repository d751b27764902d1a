"""`/sitemap.xml`, its parts and `/robots.txt`."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.make import NOW, PHOTO, make_post, make_posts
from tests.pages import fresh, queries_of
from tests.xml_schema import read_valid

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
pytestmark = pytest.mark.usefixtures("noon")


def read(client: Client, path: str, root: str) -> dict[str, str]:
    """loc → lastmod of a document that the protocol's schema allows."""
    page = fresh(client, path)
    assert page.status_code == 200
    assert page["Content-Type"] == "application/xml"
    tree = read_valid(page.content, "sitemap.xsd")
    assert tree.tag == NAMESPACE + root
    found = {
        element.findtext(f"{NAMESPACE}loc"): element.findtext(f"{NAMESPACE}lastmod", "")
        for element in tree
    }
    assert all(loc.startswith("http://testserver/") for loc in found)
    return found


def read_index(client: Client) -> dict[str, str]:
    return read(client, "/sitemap.xml", "sitemapindex")


def read_part(client: Client, number: int) -> dict[str, str]:
    return read(client, f"/sitemap-{number}.xml", "urlset")


@pytest.mark.django_db
def test_only_indexable_pages_are_listed(client: Client) -> None:
    make_post(1, **PHOTO)
    make_post(2)
    make_post(3, withdrawn_at=NOW, **PHOTO)
    assert read_part(client, 1) == {"http://testserver/answers/1/": "2026-01-02T00:10:00Z"}


@pytest.mark.django_db
def test_parts_have_at_most_a_thousand_pages_and_hold_all(client: Client) -> None:
    make_posts(2001, **PHOTO)
    assert list(read_index(client)) == [f"http://testserver/sitemap-{n}.xml" for n in (1, 2, 3)]
    parts = [read_part(client, number) for number in (1, 2, 3)]
    assert [len(part) for part in parts] == [1000, 1000, 1]
    pages = [loc for part in parts for loc in part]
    assert pages == [f"http://testserver/answers/{number}/" for number in range(1, 2002)]


@pytest.mark.django_db
def test_a_changed_page_changes_lastmod_of_its_part_only(client: Client) -> None:
    for number in (999, 1000, 1001):
        make_post(number, **PHOTO)
    before = read_index(client)
    post = make_post(5, **PHOTO)
    post.updated_at = NOW + timedelta(days=9999)
    post.save()
    after = read_index(client)
    changed = [loc for loc in after if after[loc] != before[loc]]
    assert changed == ["http://testserver/sitemap-1.xml"]


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["0", "2", "01", "-1", "abc", "999999999", "9" * 30, "١"])
def test_unknown_parts_are_the_plain_404(client: Client, part: str) -> None:
    make_post(1, **PHOTO)
    page = fresh(client, f"/sitemap-{part}.xml")
    assert page.status_code == 404
    assert page.content == fresh(client, "/answers/404404/").content


@pytest.mark.django_db
def test_a_site_without_pages_lists_its_home_page(client: Client) -> None:
    make_post(1)  # not indexable
    make_post(2, withdrawn_at=NOW, **PHOTO)
    assert read_index(client) == {"http://testserver/sitemap-1.xml": ""}
    assert read_part(client, 1) == {"http://testserver/": ""}
    assert fresh(client, "/sitemap-2.xml").status_code == 404


@pytest.mark.django_db
def test_a_first_part_without_pages_is_no_part_when_there_are_others(client: Client) -> None:
    make_post(1001, **PHOTO)
    assert list(read_index(client)) == ["http://testserver/sitemap-2.xml"]
    assert fresh(client, "/sitemap-1.xml").status_code == 404


@pytest.mark.engine_free
@pytest.mark.parametrize(
    "content",
    [
        "",
        "<url/>",
        "<url><lastmod>2026-01-01</lastmod></url>",
        "<url><loc>/answers/1/</loc></url>",
        "<url><loc>https://a.example/</loc><lastmod>yesterday</lastmod></url>",
        "<url><loc>https://a.example/</loc></url>" * 2,
        "<page><loc>https://a.example/</loc></page>",
    ],
)
def test_the_schema_refuses(content: str) -> None:
    urlset = f'<urlset xmlns="{NAMESPACE[1:-1]}">{content}</urlset>'
    with pytest.raises(AssertionError):
        read_valid(urlset.encode(), "sitemap.xsd")


@pytest.mark.django_db
def test_index_and_part_cost_one_query_each(client: Client) -> None:
    make_posts(2000, **PHOTO)
    for path in ("/sitemap.xml", "/sitemap-2.xml"):
        assert len(queries_of(client, path)) == 1


@pytest.mark.engine_free
def test_robots_names_the_sitemap_and_needs_no_database(client: Client) -> None:
    page = fresh(client, "/robots.txt")
    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/plain")
    assert page["Cache-Control"] == "no-store"
    assert page.text.splitlines() == [
        "User-agent: *",
        "Disallow: /play/",
        "Disallow: /answers/?q=",
        "Sitemap: http://testserver/sitemap.xml",
    ]
