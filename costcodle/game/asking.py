"""What a request to `/play/` asks for, and whether it may."""

from django.conf import settings
from django.http import HttpRequest, QueryDict

from answers.numbers import read_number
from costcodle.game.faults import CrossSite, TooLarge, TooMany, UnknownPuzzle
from costcodle.limits import too_many_guesses

MOST_BYTES = 10 * 1024


def wants_board_only(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def named_puzzle(text: str | None) -> int:
    """The number that a request names. Raises UnknownPuzzle unless it is one."""
    number = read_number(text or "")
    if number is None:
        raise UnknownPuzzle
    return number


def refuse_unwanted(request: HttpRequest) -> None:
    """Raises a Fault for a POST that is too large or comes from another site."""
    if declared_length(request) > MOST_BYTES:
        raise TooLarge
    if is_cross_site(request):
        raise CrossSite


def declared_length(request: HttpRequest) -> int:
    """The length that the request's head tells; as in Django, what is no number counts as 0."""
    try:
        return int(request.META.get("CONTENT_LENGTH", ""))
    except ValueError:
        return 0


def sent_form(request: HttpRequest) -> QueryDict:
    """The fields that were sent, of a body in chunks too. Raises TooLarge for one over 10 KB.

    Django takes a body without a length for an empty one; a server that marks its end (gunicorn
    does) lets us read it.
    """
    if "HTTP_TRANSFER_ENCODING" not in request.META or not request.META.get(
        "wsgi.input_terminated"
    ):
        return request.POST
    body = request.META["wsgi.input"].read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise TooLarge
    return QueryDict(body)


def refuse_too_many(request: HttpRequest) -> None:
    seconds = too_many_guesses(request)
    if seconds is not None:
        raise TooMany(seconds)


def is_cross_site(request: HttpRequest) -> bool:
    """Judged by what browsers can't be made to forge; without either header it is no browser."""
    origin = request.headers.get("Origin")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return False
    if request.headers.get("Sec-Fetch-Site") not in (None, "same-origin", "none"):
        return True
    return origin not in (None, f"{request.scheme}://{request.get_host()}")
