"""Requests that try to leave something in the cache for others, each followed by a clean one."""

import pytest
from django.core.cache import cache
from django.test import Client

from costcodle.edge import routes
from costcodle.edge.encodings import chosen_encoding
from costcodle.edge.key import quoted
from tests import edge_site

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.edge_site")]

HOSTILE = {
    "forwarded host": ("/page/", {"X-Forwarded-Host": "evil.example"}),
    "forwarded": ("/page/", {"Forwarded": "host=evil.example;proto=https"}),
    "forwarded scheme": ("/page/", {"X-Forwarded-Proto": "https"}),
    "forwarded port": ("/page/", {"X-Forwarded-Port": "1"}),
    "forwarded prefix": ("/page/", {"X-Forwarded-Prefix": "/evil"}),
    "host in capitals": ("/page/", {"Host": "TESTSERVER"}),
    "host with the default port": ("/page/", {"Host": "testserver:80"}),
    "host with another port": ("/page/", {"Host": "testserver:8080"}),
    "another allowed host": ("/page/", {"Host": "localhost"}),
    "foreign host": ("/page/", {"Host": "evil.example"}),
    "method override": ("/page/", {"X-HTTP-Method-Override": "POST"}),
    "URL override": ("/page/", {"X-Original-URL": "/admin/", "X-Rewrite-URL": "/admin/"}),
    "cookies": ("/page/", {"Cookie": "sessionid=evil; csrftoken=evil; a=b"}),
    "language": ("/page/", {"Accept-Language": "de"}),
    "accept": ("/page/", {"Accept": "application/json"}),
    "origin": ("/page/", {"Origin": "https://evil.example", "Referer": "https://evil.example/"}),
    "user agent": ("/page/", {"User-Agent": "<script>"}),
    "htmx": ("/page/", {"HX-Request": "true"}),
    "range": ("/page/", {"Range": "bytes=0-1"}),
    "no-cache": ("/page/", {"Cache-Control": "no-cache", "Pragma": "no-cache"}),
    "authorization": ("/page/", {"Authorization": "Basic eDp5"}),
    "conditional": ("/page/", {"If-None-Match": "*"}),
    "modified since": ("/page/", {"If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT"}),
    "unknown parameter": ("/page/?utm_source=evil", {}),
    "callback": ("/page/?callback=evil&format=json&_method=DELETE", {}),
    "semicolon": ("/page/?a=1;page=2", {}),
    "junk key": ("/page/?" + "k" * 2000 + "=1", {}),
    "junk value": ("/page/?x=" + "v" * 2000, {}),
    "nul in the query": ("/page/?x=%00", {}),
    "broken utf-8": ("/page/?x=%ff%fe", {}),
    "empty query": ("/page/?", {}),
    "two slashes": ("//page/", {}),
    "dot": ("/./page/", {}),
    "encoded slash": ("/page%2f", {}),
    "encoded letter": ("/%70age/", {}),
    "nul in the path": ("/page/%00", {}),
    "path parameter": ("/page/;a=b", {}),
    "page": ("/page/?page=2", {}),
    "repeated page": ("/page/?page=1&page=2", {}),
    "junk page": ("/page/?page=" + "9" * 2000, {}),
    "search": ("/page/?q=evil", {}),
}


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()


def comparable(response):
    kept = {name: value for name, value in response.items() if name != "Cache-Status"}
    return response.status_code, kept, response.content


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_the_next_clean_request_gets_the_baseline(client: Client, name: str, warm: bool) -> None:
    baseline = comparable(client.get("/page/"))
    if not warm:
        cache.clear()
    path, headers = HOSTILE[name]
    client.get(path, headers=headers)
    assert comparable(client.get("/page/")) == baseline


def test_a_body_on_get_is_not_seen(client: Client) -> None:
    baseline = comparable(client.get("/page/"))
    cache.clear()
    client.generic("GET", "/page/", b"evil", content_type="application/x-www-form-urlencoded")
    assert comparable(client.get("/page/")) == baseline


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "TestServer"},
        {"Host": "testserver:80"},
        {"Cookie": "sessionid=evil"},
        {"X-Forwarded-Host": "evil.example"},
        {"Accept-Language": "de"},
    ],
)
def test_spellings_and_strange_headers_share_the_one_entry(client: Client, headers) -> None:
    client.get("/page/")
    assert "hit" in client.get("/page/?utm_source=1", headers=headers)["Cache-Status"]


def test_a_view_sees_nothing_of_the_request_but_the_key(client: Client) -> None:
    response = client.get(
        "/page/?page=2&x=1", headers={"Cookie": "a=b", "Accept": "x", "Authorization": "Basic x"}
    )
    seen = (
        "('http://testserver/page/?page=2', {'page': ['2']}, {}, ['HTTP_HOST'], b'', None, 'GET')"
    )
    assert seen in response.content.decode()
    assert response["Cache-Status"] == "costcodle; fwd=bypass; detail=authorization"
    assert response["Cache-Control"] == "no-store"


def test_another_origin_is_another_entry(client: Client) -> None:
    client.get("/page/")
    for headers in ({"Host": "localhost"}, {"Host": "testserver:8080"}):
        assert "fwd=miss" in client.get("/page/", headers=headers)["Cache-Status"]
    assert "fwd=miss" in client.get("/page/", secure=True).get("Cache-Status")


@pytest.mark.engine_free
def test_only_pages_that_were_stored_are_remembered_and_not_without_end(monkeypatch) -> None:
    monkeypatch.setattr(routes, "MOST_PATHS", 3)
    known = routes.Routes()
    paths = [f"/product/{number}/" for number in range(9)]
    found = [known.find(path) for path in paths]
    assert known._routes == {}
    for route in found:
        assert route
        known.remember(route)
        assert known.find(route.path) is route
        assert len(known._routes) <= 3


def test_junk_makes_no_entries(client: Client) -> None:
    client.get("/page/")
    entries = len(cache.memory.kept)
    for number in range(10_000):
        client.get(f"/page/?junk{number}={number}")
    for number in range(200):
        client.get(f"/product/{number + 1000}/")
        client.get(f"/junk/{number}/")
    assert len(cache.memory.kept) == entries
    assert edge_site.renders.count("/page/") == 1


@pytest.mark.engine_free
def test_parts_cannot_run_together() -> None:
    pairs = [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", ""), ("1:a", "b"), ("a", "1:b")]
    assert len({quoted(pair) for pair in pairs}) == len(pairs)
    assert quoted(("1:a",)) != quoted(("", "a"))


@pytest.mark.engine_free
@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", "identity"),
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0, gzip;q=0", "identity"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("br;q=0, *", "gzip"),
        ("identity, gzip;q=0.5", "identity"),
        ("gzip;q=2", "identity"),
        ("gzip;q=x", "identity"),
        ("gzip;q=nan", "identity"),
        ("deflate", "identity"),
        (",;,=,", "identity"),
        ("gzip," * 100, "identity"),
    ],
)
def test_the_encoding_that_a_client_gets(header: str, encoding: str) -> None:
    assert chosen_encoding(header) == encoding
