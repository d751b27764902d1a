"""What is stored, what is refused, and what a hit looks like."""

import gzip

import brotli
import pytest
from django.test import Client

from costcodle.edge.entry import read_entry
from tests import edge_site
from tests.make import make_photo_ready, make_puzzle, raise_revision

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.edge_site")]


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def comparable(response):
    kept = {name: value for name, value in response.items() if name != "Cache-Status"}
    return response.status_code, kept, response.content


@pytest.mark.parametrize("encoding", ["", "gzip", "br", "gzip, deflate, br"])
def test_a_hit_is_the_miss_again_save_cache_status(client: Client, encoding: str) -> None:
    first = client.get("/page/", headers={"Accept-Encoding": encoding})
    second = client.get("/page/", headers={"Accept-Encoding": encoding})
    assert comparable(first) == comparable(second)
    assert first["Cache-Status"] == 'costcodle; fwd=miss; key="content:r0:/page/"'
    assert second["Cache-Status"] == 'costcodle; hit; key="content:r0:/page/"'
    assert edge_site.renders == ["/page/"]


def test_headers_of_a_stored_page(client: Client) -> None:
    response = client.get("/page/", headers={"Accept-Encoding": "br"})
    assert response["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert response["Vary"] == "Accept-Encoding"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["ETag"][0] == response["ETag"][-1] == '"'
    assert int(response["Content-Length"]) == len(response.content)
    assert not response.cookies


def test_one_render_makes_every_encoding(client: Client) -> None:
    plain = client.get("/page/")
    packed = client.get("/page/", headers={"Accept-Encoding": "gzip"})
    brotlied = client.get("/page/", headers={"Accept-Encoding": "br"})
    assert gzip.decompress(packed.content) == plain.content
    assert brotli.decompress(brotlied.content) == plain.content
    assert len({plain["ETag"], packed["ETag"], brotlied["ETag"]}) == 3
    assert len(edge_site.renders) == 1


def test_a_new_revision_is_a_new_page(client: Client) -> None:
    old = client.get("/page/")
    raise_revision()
    new = client.get("/page/")
    assert b"revision 0" in old.content
    assert b"revision 1" in new.content
    assert new["Cache-Status"] == 'costcodle; fwd=miss; key="content:r1:/page/"'


def test_an_unchanged_page_keeps_its_etag_across_revisions(client: Client) -> None:
    make_puzzle(1)
    make_photo_ready(1)
    etag = client.get("/product/1/")["ETag"]
    raise_revision()
    response = client.get("/product/1/", headers={"If-None-Match": etag})
    assert response.status_code == 304


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("cookie", "set-cookie"),
        ("private", "cache-control"),
        ("no-store", "cache-control"),
        ("encoded", "encoded"),
        ("error", "status"),
        ("partial", "status"),
        ("streaming", "streaming"),
        ("large", "too-large"),
    ],
)
def test_what_is_refused_storage(client: Client, kind: str, reason: str) -> None:
    for _ in range(2):
        response = client.get(f"/odd/{kind}/")
        assert response["Cache-Status"].endswith(f"; detail={reason}")
        assert response["Cache-Control"] in ("no-store", "private")
        assert not response.has_header("ETag")
        b"".join(response)
    assert len(edge_site.renders) == 2


def test_a_view_that_looks_at_the_session_does_not_vary_on_cookies(client: Client) -> None:
    assert client.get("/odd/session/")["Vary"] == "Accept-Encoding"
    assert "hit" in client.get("/odd/session/")["Cache-Status"]


def test_friendly_404_and_410_are_kept_without_etag(client: Client) -> None:
    make_puzzle(1)
    make_puzzle(2, name="gone")
    make_photo_ready(2)
    for path, status in (("/product/1/", 404), ("/product/2/", 410)):
        first = client.get(path, headers={"If-None-Match": "*"})
        second = client.get(path, headers={"If-None-Match": "*"})
        assert comparable(first) == comparable(second)
        assert first.status_code == status
        assert not first.has_header("ETag")
        assert "hit" in second["Cache-Status"]


def test_plain_404_is_the_same_everywhere_and_never_kept(client: Client) -> None:
    unknown = client.get("/product/99/")
    for path in ("/product/98/", "/nothing/", "/product/99/"):
        response = client.get(path)
        assert (response.status_code, response.content) == (404, unknown.content)
        assert dict(response.items()) == dict(unknown.items())
    assert unknown["Cache-Control"] == "no-store"
    assert not unknown.has_header("ETag")
    assert not unknown.has_header("Cache-Status")


@pytest.mark.parametrize("method", ["post", "put", "delete", "options"])
def test_other_methods_are_not_stored(client: Client, method: str) -> None:
    response = getattr(client, method)("/page/")
    assert response["Cache-Status"] == "costcodle; fwd=bypass; detail=method"
    assert response["Cache-Control"] == "no-store"
    assert "fwd=miss" in client.get("/page/")["Cache-Status"]


def test_a_search_is_rendered_anew_with_its_parameters(client: Client) -> None:
    for _ in range(2):
        response = client.get("/page/?q=salmon&page=2&other=3")
        assert response["Cache-Status"] == "costcodle; fwd=bypass; detail=query"
        assert response["Cache-Control"] == "no-store"
        assert not response.has_header("ETag")
    assert edge_site.renders == ["/page/?page=2&q=salmon"] * 2


def test_routes_without_a_policy_are_left_alone(client: Client) -> None:
    assert not client.get("/uncached/").has_header("Cache-Status")
    raise_revision()
    assert client.get("/uncached/").content == b"revision 1"


def test_a_host_that_is_not_allowed_is_refused_as_django_does(client: Client) -> None:
    response = client.get("/page/", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert edge_site.renders == []


@pytest.mark.engine_free
@pytest.mark.parametrize(
    "value",
    [None, 1, b"bytes", "text", (), (1, 2), [1] * 7, (0, 1.0, 2.0, 200, (), "", b""), object()],
)
def test_only_this_layout_is_an_entry(value: object) -> None:
    assert read_entry(value, "") is None
