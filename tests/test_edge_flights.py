"""One renderer a key and process; those who wait get its page or render themselves."""

import threading

import pytest
from django.db import connections
from django.test import Client
from freezegun import freeze_time

from costcodle.edge import flights
from costcodle.edge.flights import Flights
from tests import edge_site
from tests.make import raise_revision

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.urls("tests.edge_site"),
]


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def ask_at_once(client: Client, path: str, clients: int) -> list:
    """All clients share one application, as the threads of one process do."""
    answers: list = []
    barrier = threading.Barrier(clients)

    def ask() -> None:
        barrier.wait()
        answers.append(client.handler(client_request(path)))
        connections.close_all()

    def client_request(url: str):
        from django.test.client import RequestFactory

        return RequestFactory().get(url).environ

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_many_clients_one_render(client: Client, monkeypatch) -> None:
    monkeypatch.setattr(flights, "WAIT_SECONDS", 60)  # however slow the machine
    client.get("/page/")
    raise_revision()
    edge_site.renders.clear()
    landed = threading.Event()
    edge_site.during.append(lambda: landed.wait(0.5))  # long enough for all to come
    answers = ask_at_once(client, "/page/", 16)
    assert len(edge_site.renders) == 1
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    edge_site.during.clear()


def test_an_answer_that_cannot_be_shared_is_rendered_by_each(client: Client) -> None:
    answers = ask_at_once(client, "/odd/cookie/", 4)
    assert len(edge_site.renders) == 4
    assert all(answer.cookies for answer in answers)


def test_the_wait_is_bounded(client: Client, monkeypatch) -> None:
    monkeypatch.setattr(flights, "WAIT_SECONDS", 0.05)
    client.get("/no-database/")
    release = threading.Event()
    first = threading.Event()

    def hold_the_first() -> None:
        if not first.is_set():
            first.set()
            release.wait(10)

    edge_site.during.append(hold_the_first)
    slow = threading.Thread(target=lambda: ask_at_once(client, "/page/", 1))
    slow.start()
    assert first.wait(10)
    answer = client.get("/page/")  # renders itself while the first still hangs
    assert answer.status_code == 200
    assert not release.is_set()
    release.set()
    slow.join()
    assert len(edge_site.renders) == 2
    edge_site.during.clear()


def test_who_waits_takes_no_page_that_was_begun_before_a_visibility_change(
    client: Client, monkeypatch
) -> None:
    client.get("/no-database/")
    first, waits = threading.Event(), threading.Event()
    real_wait = flights.Flight.wait

    def hold_the_first() -> None:
        if not first.is_set():
            first.set()
            waits.wait(10)

    def wait(flight: flights.Flight, encoding: str):
        waits.set()
        return real_wait(flight, encoding)

    monkeypatch.setattr(flights.Flight, "wait", wait)
    edge_site.during.append(hold_the_first)
    with freeze_time("2026-05-02 00:09:59") as clock:
        early = threading.Thread(target=lambda: ask_at_once(client, "/clock/", 1))
        early.start()
        assert first.wait(10)
        clock.tick(2)
        answer = client.get("/clock/")
        early.join()
    assert b"00:10:01" in answer.content
    assert len(edge_site.renders) == 2
    edge_site.during.clear()


@pytest.mark.engine_free
def test_landing_frees_the_key() -> None:
    board = Flights()
    flight, leads = board.board("k")
    assert leads
    assert board.board("k") == (flight, False)
    board.land("k", None)
    assert flight.wait("br") is None
    assert board.board("k")[1]
