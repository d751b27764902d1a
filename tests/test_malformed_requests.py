"""Whatever is sent to a public address, the answer is never a 500.

Requests are made below Django's test client, as a WSGI server hands them over: any bytes in path,
query, headers and body, lengths and methods that lie.
"""

import io
import logging

import pytest
from django.core.cache import caches
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import override_settings
from freezegun import freeze_time
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costcodle.handler import Handler
from tests.make import NOW, make_post, make_puzzle

ADDRESSES = (
    *("/", "/play/", "/play/forget/", "/play/restore/", "/answers/", "/answers/1/", "/answers/31/"),
    *("/stats/", "/stats/1/", "/stats/1.json", "/feed.xml", "/sitemap.xml", "/sitemap-1.xml"),
    *("/robots.txt", "/how-to-play/", "/privacy/", "/manifest.webmanifest", "/livez", "/readyz"),
    *("/metrics", "/media/" + "f" * 32 + "-480.webp", "/static/costcodle/site.css"),
    *("/admin/", "/admin/login/"),
)
# Any byte, as WSGI spells bytes; no line ends, which no server lets through.
junk = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40)
spiteful = st.sampled_from(
    [
        *("", "0", "-1", "00", "1" * 5000, "9" * 10, "1e9", "NaN", "Infinity", "0x10", "１", "٣"),
        *(
            "\x00",
            "%00",
            "%",
            "%ff",
            "%C3%28",
            "../../etc/passwd",
            "..%2f",
            "<script>",
            "' OR 1=1--",
        ),
        *("\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "\xff\xfe", "a" * 20_000),
        *("[]", "{}", "null", "true", '{"puzzle": []}', "=", ";", "&&&", "a" * 101, "💥"),
    ]
).map(lambda text: text.encode("utf-8").decode("latin-1"))
value = st.one_of(junk, spiteful)
field = st.sampled_from(["puzzle", "guess", "page", "q", "code", "reason", "next", "format", "x"])
fields = st.lists(st.tuples(field, value), max_size=5).map(
    lambda pairs: "&".join(f"{name}={text}" for name, text in pairs)
)
path = st.one_of(
    st.sampled_from(ADDRESSES),
    st.builds(lambda base, text: base + text, st.sampled_from(ADDRESSES), value),
    st.builds(lambda base, text: f"/{base}/{text}/", st.sampled_from(["answers", "stats"]), value),
    value.map(lambda text: "/" + text),
)
HEADERS = (
    *("COOKIE", "ACCEPT", "ACCEPT_ENCODING", "ACCEPT_LANGUAGE", "IF_NONE_MATCH", "RANGE", "HOST"),
    *("IF_MODIFIED_SINCE", "ORIGIN", "REFERER", "SEC_FETCH_SITE", "AUTHORIZATION", "HX_REQUEST"),
    *("X_FORWARDED_FOR", "X_FORWARDED_PROTO", "X_FORWARDED_HOST", "CONTENT_ENCODING", "USER_AGENT"),
)
cookie = st.builds(
    lambda name, text: f"{name}={text}",
    st.sampled_from(["player", "sessionid", "csrftoken", "messages", "x"]),
    value,
)
header = st.one_of(st.tuples(st.sampled_from(HEADERS), value), st.tuples(st.just("COOKIE"), cookie))
content_type = st.one_of(
    st.sampled_from(
        [
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=nonsense",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "application/json",
            "",
        ]
    ),
    junk,
)
method = st.one_of(
    st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"]), junk
)
request = st.fixed_dictionaries(
    {
        "method": method,
        "path": path,
        "query": st.one_of(st.just(""), fields, value),
        "headers": st.dictionaries(st.sampled_from(HEADERS), value, max_size=3),
        "cookie": st.one_of(st.none(), cookie),
        "content_type": content_type,
        "body": st.one_of(st.just(""), fields, value),
        "length": st.one_of(st.none(), st.sampled_from(["", "-1", "0", "x", "999999999"])),
    }
)


class Sent:
    """A WSGI application and the last answer's status."""

    def __init__(self):
        self.application = Handler()

    def send(self, it):
        body = it["body"].encode("latin-1")
        environ = {
            "REQUEST_METHOD": it["method"],
            "PATH_INFO": it["path"],
            "SCRIPT_NAME": "",
            "QUERY_STRING": it["query"],
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "203.0.113.9",
            "HTTP_HOST": "testserver",
            "CONTENT_TYPE": it["content_type"],
            "CONTENT_LENGTH": str(len(body)) if it["length"] is None else it["length"],
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.version": (1, 0),
        }
        environ |= {f"HTTP_{name}": text for name, text in it["headers"].items()}
        if it["cookie"] is not None:
            environ["HTTP_COOKIE"] = it["cookie"]
        seen = []
        answer = self.application(environ, lambda status, headers, *_: seen.append(status))
        try:
            b"".join(answer)
        finally:
            answer.close()
        return int(seen[0].split()[0])


@pytest.fixture
def site(db):
    for number in (31, 32):
        make_puzzle(number)
    for number in (1, 30):
        make_post(number)
    logging.disable(logging.CRITICAL)
    for cache in ("default", "limits"):
        caches[cache].clear()
    # As Django's test client does: a request's end would close this test's transaction.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with override_settings(GUESSES_PER_MINUTE=0), freeze_time(NOW):
        yield Sent()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    logging.disable(logging.NOTSET)


def no_500(max_examples):
    return settings(max_examples=max_examples, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("charset", ["hex", "idna", "undefined", "utf-16", "nonsense"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_charset_that_a_request_names_is_overlooked(site, charset, kind):
    plain = {"method": "POST", "path": "/play/", "query": "a=%ff", "headers": {}, "cookie": None}
    form = "puzzle=31&guess=5"
    if kind != "application/x-www-form-urlencoded":
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
            for name, text in (("puzzle", "31"), ("guess", "5"))
        ]
        form = "".join(parts) + "--x--\r\n"
    content_type = f"{kind}; boundary=x; charset={charset}"
    guess = plain | {"body": form, "length": None, "content_type": content_type}
    assert site.send(guess) == 303
    assert site.send(guess | {"method": "GET", "path": "/answers/1/"}) == 200


@given(request)
@no_500(10_000)
def test_ten_thousand_malformed_requests(site, it):
    assert site.send(it) < 500


@pytest.mark.long
@given(request)
@no_500(100_000)
def test_a_hundred_thousand_malformed_requests(site, it):
    assert site.send(it) < 500
