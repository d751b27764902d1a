"""deploy/nginx.conf and deploy/Caddyfile, each run by its own program before a real gunicorn."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from costcodle import clock
from tests import front
from tests.front import HOST, Front
from tests.make import make_post, make_puzzle
from tests.serve import gunicorn
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])

LIMIT = 3  # guesses a minute
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Site:
    proxy: Front
    server: Front  # gunicorn itself, past the proxy
    plain: int
    folder: Path


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def site(request, django_db_setup, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    production = {
        "SITE_ORIGIN": f"https://{HOST}",
        "ALLOWED_HOSTS": f"{HOST},127.0.0.1",
        "TRUSTED_PROXIES": "127.0.0.1,::1",  # as deploy/production.env.example
        "GUESSES_PER_MINUTE": str(LIMIT),
    }
    with gunicorn(**production) as server:
        port = int(server.origin.rsplit(":", 1)[1])
        with front.running(request.param, folder, port) as (proxy, plain):
            yield Site(proxy, Front(port, secure=False), plain, folder)


def make_todays_puzzle():
    make_puzzle(31, day=clock.today(clock.utc_now()))


def guess(proxy, source, **headers):
    """A guess that is never understood, so that no game ends: 422, or 429 beyond the limit."""
    given = {"Content_Type": FORM, "Accept": "application/json", **headers}
    return proxy.ask("/play/", b"puzzle=31&guess=x", source, **given).status


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
def test_a_cached_page_comes_through_as_it_was_sent(site, encoding):
    make_post(1)
    asked = {"Accept_Encoding": encoding}
    behind = site.server.ask("/answers/1/", source="127.0.0.1", X_Forwarded_Proto="https", **asked)
    through = site.proxy.ask("/answers/1/", **asked)
    assert (behind.status, through.status) == (200, 200)
    assert through.body == behind.body
    for name in ("ETag", "Cache-Control", "Content-Encoding", "Content-Security-Policy", "Vary"):
        assert through.headers[name] == behind.headers[name], name
    assert through.headers["ETag"].startswith('"')
    assert through.headers["Cache-Status"].startswith("costcodle; hit;")
    assert "Set-Cookie" not in through.headers


def test_a_known_page_is_a_304(site):
    make_post(1)
    etag = site.proxy.ask("/answers/1/").headers["ETag"]
    again = site.proxy.ask("/answers/1/", If_None_Match=etag)
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", etag)


def test_the_proxy_is_believed_what_scheme_a_visitor_uses(site):
    """Without that word every page would be a redirect to https, for ever."""
    assert site.proxy.ask("/how-to-play/").status == 200
    assert site.proxy.ask("/how-to-play/", X_Forwarded_Proto="http").status == 200
    for source, claimed in (("127.0.0.1", "http"), ("127.0.0.2", "https")):
        past = site.server.ask("/how-to-play/", source=source, X_Forwarded_Proto=claimed)
        assert (past.status, past.headers["Location"]) == (301, f"https://{HOST}/how-to-play/")


def test_own_forms_are_taken_and_foreign_ones_are_not(site):
    """Scheme and host of the Origin are compared with those that the proxy passed on."""
    make_todays_puzzle()
    own = {"Origin": f"https://{HOST}"}
    assert guess(site.proxy, "127.0.0.9", **own) == 422
    assert guess(site.proxy, "127.0.0.9", Origin=f"http://{HOST}") == 403


def test_guesses_are_counted_by_the_address_that_the_proxy_saw(site):
    make_todays_puzzle()
    forged = (f"203.0.113.{number}" for number in range(3 * LIMIT))
    # Three times as many as a minute allows: one may end between them.
    told = [guess(site.proxy, "127.0.0.3", X_Forwarded_For=address) for address in forged]
    assert 429 in told
    assert guess(site.proxy, "127.0.0.4") == 422


@pytest.mark.parametrize("path", ["/metrics", "/metrics?a=b", "//metrics", "/%6detrics"])
def test_metrics_are_refused(site, path):
    answer = site.proxy.ask(path, X_Forwarded_For="127.0.0.1")
    assert answer.status in (403, 404)
    assert b"costcodle_" not in answer.body


def test_metrics_themselves_never_reach_the_server(site):
    """The proxy's own 404, not the server's 403."""
    assert site.proxy.ask("/metrics").status == 404
    assert site.server.ask("/metrics", X_Forwarded_For="127.0.0.9").status == 403


def test_a_body_over_the_limit_is_refused(site):
    """The largest photo that the bank takes is well below it. Caddy 2.6 says 502 where it stops.

    With a cookie for the form Django reads the body before it refuses it: Caddy counts what flows.
    """
    head = b'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'
    form = {
        "Content_Type": "multipart/form-data; boundary=b",
        "Cookie": f"csrftoken={'a' * 32}",
        "Origin": f"https://{HOST}",
    }
    for megabytes, statuses in ((16, (403,)), (27, (413, 502))):
        body = head + bytes(megabytes * 10**6) + b"\r\n--b--\r\n"
        assert site.proxy.ask("/admin/login/", body, **form).status in statuses, megabytes


def test_a_client_that_never_ends_its_headers_is_let_go(site):
    """After the 5 s of the two files; without them nginx waits 60 s, Caddy as for a body, 20 s."""
    with site.proxy.connect() as slow:
        slow.sendall(f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode())
        slow.settimeout(15)
        assert b"200" not in slow.recv(100)  # closed, or told 408


def test_plain_http_leads_to_https(site):
    answer = Front(site.plain, secure=False).ask("/answers/?page=2")
    assert answer.status in (301, 308)
    assert answer.headers["Location"] == f"https://{HOST}/answers/?page=2"


def test_the_access_log_has_no_query_and_no_cookie(site):
    site.proxy.ask("/play/restore/?code=secret-1", Cookie="player=secret-2")

    def logs():
        return "".join(path.read_text() for path in site.folder.glob("*.log"))

    wait_until(lambda: "/play/restore/" in logs())  # written after the answer was sent
    assert "secret-" not in logs()
