"""HEAD, If-None-Match and Range."""

import pytest
from django.test import Client

from costcodle.edge.answer import matches
from tests import edge_site

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.edge_site")]


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()


@pytest.mark.engine_free
@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ("*", True),
        (" * ", True),
        ('"x", "a"', True),
        ('"x",W/"a" , "y"', True),
        ('"x,a"', False),
        ('"b"', False),
        ("a", False),
        ('"a', False),
        ("", False),
        ('"A"', False),
    ],
)
def test_if_none_match(header: str, expected: bool) -> None:
    assert matches(header, '"a"') is expected


@pytest.mark.parametrize("warm", [False, True])
def test_304_has_no_body_and_none_of_its_headers(client: Client, warm: bool) -> None:
    full = client.get("/page/", headers={"Accept-Encoding": "gzip"})
    if not warm:
        from django.core.cache import cache

        cache.clear()
    response = client.get(
        "/page/", headers={"Accept-Encoding": "gzip", "If-None-Match": full["ETag"]}
    )
    assert (response.status_code, response.content) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
        assert response[name] == full[name]
    for name in ("Content-Type", "Content-Length", "Content-Encoding"):
        assert not response.has_header(name)


def test_a_304_is_not_what_the_next_client_gets(client: Client) -> None:
    client.get("/page/", headers={"If-None-Match": "*"})
    response = client.get("/page/")
    assert response.status_code == 200
    assert response.content


def test_etag_of_another_encoding_does_not_match(client: Client) -> None:
    etag = client.get("/page/", headers={"Accept-Encoding": "gzip"})["ETag"]
    assert client.get("/page/", headers={"If-None-Match": etag}).status_code == 200


def test_head_on_a_cold_key_stores_the_whole_page(client: Client) -> None:
    head = client.head("/page/")
    get = client.get("/page/")
    assert head.content == b""
    assert head["Content-Length"] == get["Content-Length"] == str(len(get.content))
    assert "hit" in get["Cache-Status"]
    assert len(edge_site.renders) == 1
    assert head["ETag"] == get["ETag"]


def test_range_is_ignored(client: Client) -> None:
    full = client.get("/page/")
    part = client.get("/page/", headers={"Range": "bytes=0-9", "If-Range": full["ETag"]})
    assert (part.status_code, part.content) == (200, full.content)
