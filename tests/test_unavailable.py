"""A database that is away: 503 pages, the pages that need none, and recovery without a restart."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import (
    DataError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connections,
)
from django.test import Client

from tests import edge_site

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.edge_site")]


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def fail(error: Exception):
    def raising() -> None:
        raise error

    return raising


@pytest.mark.parametrize("path", ["/uncached/", "/page/"])
@pytest.mark.parametrize("error", [OperationalError("away"), InterfaceError("closed")])
def test_a_database_error_of_a_view_is_a_503(client: Client, path: str, error: Exception) -> None:
    edge_site.during.append(fail(error))
    response = client.get(path)
    assert response.status_code == 503
    assert response["Cache-Control"] == "no-store"
    assert int(response["Retry-After"]) > 0
    assert not response.has_header("ETag")
    edge_site.during.clear()
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("error", "traced"), [(OperationalError("away"), False), (ProgrammingError("no table"), True)]
)
def test_a_statement_that_is_refused_is_logged_with_its_place(
    client: Client, caplog, error: Exception, traced: bool
) -> None:
    edge_site.during.append(fail(error))
    assert client.get("/uncached/").status_code == 503
    (record,) = [each for each in caplog.records if each.name == "costcodle.unavailable"]
    assert bool(record.exc_info) is traced


@pytest.mark.parametrize("error", [IntegrityError("x"), DataError("x"), ValueError("x")])
def test_faults_of_the_program_stay_500(client: Client, error: Exception) -> None:
    client.raise_request_exception = False
    edge_site.during.append(fail(error))
    assert client.get("/uncached/").status_code == 500


@pytest.mark.parametrize(("error", "status"), [(OperationalError("x"), 503), (DataError("x"), 500)])
def test_a_database_error_of_a_middleware_is_a_503_too(
    client: Client, monkeypatch, error: Exception, status: int
) -> None:
    def save(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(SessionStore, "save", save)
    client.raise_request_exception = False
    response = client.get("/saves-session/")
    assert response.status_code == status
    assert response["Cache-Control"] == "no-store"
    assert response.has_header("Retry-After") == (status == 503)


def test_nothing_is_served_from_the_cache_while_the_database_is_away(
    client: Client, monkeypatch
) -> None:
    assert client.get("/page/").status_code == 200
    wrapper = connections["default"]
    wrapper.close()

    def away() -> None:
        raise OperationalError("away")

    with monkeypatch.context() as patched:
        patched.setattr(wrapper, "connect", away)
        response = client.get("/page/")
        assert response.status_code == 503
        assert response["Cache-Control"] == "no-store"
        assert response["Cache-Status"] == "costcodle; fwd=bypass; detail=revision-unreadable"
        assert client.get("/no-database/").status_code == 200
    assert "hit" in client.get("/page/")["Cache-Status"]


@pytest.mark.urls("costcodle.urls")
@pytest.mark.parametrize("accept", ["application/json", "*/*", "text/html"])
def test_an_address_of_json_answers_in_json(client: Client, monkeypatch, accept: str) -> None:
    """A view behind the cache is never told what the client accepts."""

    def away() -> None:
        raise OperationalError("away")

    connections["default"].close()
    with monkeypatch.context() as patched:
        patched.setattr(connections["default"], "connect", away)
        response = client.get("/stats/1.json", headers={"accept": accept})
        page = client.get("/stats/1/", headers={"accept": accept})
    assert (response.status_code, response["Content-Type"]) == (503, "application/json")
    assert response["Cache-Control"] == "no-store"
    assert response.json()["error"] == "unavailable"
    assert (page.status_code, page["Content-Type"]) == (503, "text/html; charset=utf-8")
