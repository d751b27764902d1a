"""Error reports by the real SDK, from a real server to one that takes them as Sentry does."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import brotli
import pytest

from tests.all_secrets import SECRETS, leaks
from tests.front import HOST, Front
from tests.serve import gunicorn
from tests.waiting import wait_until

pytestmark = pytest.mark.engine_free

SITE = SECRETS | {"ALLOWED_HOSTS": f"{HOST},127.0.0.1", "TRUSTED_PROXIES": "127.0.0.1"}
VISITOR = {
    "Cookie": "player=the-player-secret; sessionid=the-session-secret; csrftoken=the-form-secret",
    "Authorization": "Bearer the-metrics-secret",
    "Content_Type": "application/x-www-form-urlencoded",
    "X_Forwarded_For": "203.0.113.77",
    "Referer": "http://127.0.0.1/play/restore/?code=the-code-secret",
}


@contextmanager
def sentry():
    """Its DSN and the list of the envelopes that came."""
    envelopes = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Encoding"] == "br"  # the SDK does where it can
            envelopes.append(brotli.decompress(body).decode())
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://key@127.0.0.1:{server.server_port}/1", envelopes
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_what_breaks_is_reported_without_secrets_and_visitor():
    reports = "the view broke", "the database failed", "TooManyFieldsSent"
    code = "?code=the-code-secret"
    with (
        sentry() as (dsn, envelopes),
        gunicorn(application="tests.breaking_wsgi", SENTRY_DSN=dsn, **SITE) as server,
    ):
        site = Front(int(server.origin.rsplit(":", 1)[1]), secure=False)
        for path, form, status in (
            (f"/broken/{code}", b"guess=the-guess-secret", 500),
            (f"/broken/{code}", b"guess=the-guess-secret&" * 2000, 400),
            (f"/play/{code}", None, 503),
        ):
            assert site.ask(path, form, "127.0.0.1", **VISITOR).status == status
        # A thread of the SDK's sends them a moment later.
        wait_until(lambda: all(text in "".join(envelopes) for text in reports), str(reports))
    sent = "\n".join(envelopes)
    assert leaks(sent) == []
    assert "203.0.113.77" not in sent
