"""Error pages in the site's style: one template a status, no request, no database.

The 404 in particular is the same bytes for every address: it says nothing of what was asked for.
"""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def wants_json(request: HttpRequest) -> bool:
    """By header, or by an address that has nothing else: views behind the cache see no header."""
    asked = request.headers.get("Accept", "")
    return "application/json" in asked or request.path.endswith(".json")


def error_page(status: HTTPStatus) -> HttpResponse:
    """The page of `templates/<status>.html`, never stored by anyone."""
    page = HttpResponse(render_to_string(f"{status:d}.html"), status=status)
    page["Cache-Control"] = "no-store"
    return page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(HTTPStatus.BAD_REQUEST)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(HTTPStatus.FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(HTTPStatus.NOT_FOUND)


def csrf_failure(request: HttpRequest, **_: Any) -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW."""
    return error_page(HTTPStatus.FORBIDDEN)
