"""What only a real gunicorn shows of a request: a body in chunks, without a length; a charset."""

import json
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from costcodle import clock
from tests.make import make_puzzle
from tests.serve import Server, gunicorn

pytestmark = [pytest.mark.engine_free, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    with gunicorn("--workers", "1") as running:
        yield running


def post(server: Server, chunks: list[bytes]) -> tuple[int, dict]:
    connection = HTTPConnection(urlsplit(server.origin).netloc, timeout=20)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Transfer-Encoding": "chunked",
    }
    # A server that has refused the body may close before it is all sent; its answer is there.
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.request("POST", "/play/", iter(chunks), headers, encode_chunked=True)
    answer = connection.getresponse()
    status, state = answer.status, json.loads(answer.read())
    connection.close()
    return status, state


@pytest.fixture
def number(server: Server) -> int:
    return make_puzzle(7, day=clock.today(clock.utc_now())).number


def test_chunked_guess_is_played(server: Server, number: int) -> None:
    status, state = post(server, [b"puzzle=%d&" % number, b"guess=5", b".00"])
    assert status == 200
    assert state["guesses"] == [{"guess": "5.00", "direction": "up", "band": "far"}]


@pytest.mark.parametrize("size", [10_241, 200_000])
def test_chunked_body_over_10_kb_is_too_large(server: Server, number: int, size: int) -> None:
    start = b"puzzle=%d&guess=" % number
    status, fault = post(server, [start, b"1" * (size - len(start))])
    assert (status, fault["error"]) == (413, "too_large")


def test_chunked_body_of_10_kb_is_read(server: Server, number: int) -> None:
    start = b"puzzle=%d&guess=" % number
    status, fault = post(server, [start, b"1" * (10_240 - len(start))])
    assert (status, fault["error"]) == (422, "not_understood")


def test_charset_is_overlooked_by_the_served_application(server: Server) -> None:
    assert server.get("/livez?a=%ff", **{"Content-Type": "text/plain; charset=hex"})[0] == 200
