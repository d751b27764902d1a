"""The error pages: in the site's style, without request and database, stored by no one."""

import json
from http import HTTPStatus

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from costcodle import errors
from costcodle.errors import error_page
from costcodle.unavailable import server_error, unavailable

pytestmark = pytest.mark.engine_free  # no django_db: a look into the database fails these tests
RAISED = {
    400: SuspiciousOperation("a secret detail"),
    403: PermissionDenied("a secret detail"),
    404: Http404("a secret detail"),
    500: ZeroDivisionError("a secret detail"),
}


def raise_it(request: HttpRequest, status: str) -> None:
    raise RAISED[int(status)]


urlpatterns = [path("raise/<status>/", raise_it)]
handler400, handler403 = errors.bad_request, errors.permission_denied
handler404, handler500 = errors.page_not_found, server_error


@pytest.mark.parametrize("status", [400, 403, 404, 413, 429, 500, 503])
def test_each_has_a_page_of_its_own(status: int) -> None:
    page = error_page(HTTPStatus(status))
    assert page.status_code == status
    assert page["Cache-Control"] == "no-store"
    assert "site-header" in page.text
    assert 'content="noindex"' in page.text
    assert page.text.count("<h1>") == 1


def test_503_says_the_same_to_people_and_to_programs() -> None:
    requests = RequestFactory()
    sentence = json.loads(unavailable(requests.get("/", HTTP_ACCEPT="application/json")).text)
    assert sentence["message"].startswith("The site can’t reach its database")
    assert sentence["message"] in unavailable(requests.get("/")).text


@pytest.mark.parametrize("status", RAISED)
@override_settings(ROOT_URLCONF=__name__)
def test_what_a_view_raises_becomes_that_page(client: Client, status: int) -> None:
    client.raise_request_exception = False
    page = client.get(f"/raise/{status}/")
    assert page.content == error_page(HTTPStatus(status)).content
    assert page["Cache-Control"] == "no-store"
    assert "secret" not in page.text


def test_a_form_without_its_token_gets_the_403_page() -> None:
    page = errors.csrf_failure(RequestFactory().post("/"), reason="CSRF cookie not set.")
    assert page.content == error_page(HTTPStatus.FORBIDDEN).content
