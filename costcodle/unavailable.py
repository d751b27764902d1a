"""A database that doesn't answer becomes a 503 page, never an error 500 and never stored."""

import json
import logging
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.db import DataError, Error, IntegrityError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from costcodle.errors import error_page, wants_json

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 10
# These say that the program sent something wrong, not that the database is away.
PROGRAM_ERRORS = (DataError, IntegrityError)


class UnavailableMiddleware:
    """Answers for any view that a database error ended. The next request tries again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not is_away(exception):
            return None
        # A statement that the database refuses may be our own mistake: say where it stands.
        trace = exception if isinstance(exception, ProgrammingError) else None
        logger.error("%s: the database failed: %s", request.path, exception, exc_info=trace)
        return unavailable(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: it is called while the error of a view or of a middleware is handled.

    A middleware's (the session couldn't be saved) never reaches `process_exception`.
    """
    if is_away(sys.exc_info()[1]):
        return unavailable(request)
    return error_page(HTTPStatus.INTERNAL_SERVER_ERROR)


def is_away(error: BaseException | None) -> bool:
    """True when the error says that the database didn't answer."""
    return isinstance(error, Error) and not isinstance(error, PROGRAM_ERRORS)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The page of templates/503.html, which needs no database, or JSON for who asks for it."""
    page = error_page(HTTPStatus.SERVICE_UNAVAILABLE)
    if wants_json(request):
        page["Content-Type"] = "application/json"
        message = render_to_string("503.txt").strip()
        page.content = json.dumps({"error": "unavailable", "message": message})
    page["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return page
