"""A site of small views for tests of the edge cache: `settings.ROOT_URLCONF = "tests.edge_site"`.

`renders` counts what ran behind the cache; a test may put a function into `during` that is called
in the middle of a render.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from answers.models import Puzzle, SiteState
from costcodle.policy import edge_cached, keep_not_found

renders: list[str] = []
during: list[Callable[[], None]] = []

BODY = "<!doctype html><title>A page</title>" + "<p>A line of text that compresses well.</p>" * 250


def rendered(request: HttpRequest) -> None:
    renders.append(request.get_full_path())
    for function in list(during):
        function()


@edge_cached("content", parameters=("page",), bypass=("q",))
def page(request: HttpRequest) -> HttpResponse:
    """The revision, and whatever of the request a careless view might let through."""
    rendered(request)
    headers = sorted(name for name in request.META if name.startswith("HTTP_"))
    seen = (
        request.build_absolute_uri(),
        dict(request.GET.lists()),
        dict(request.COOKIES),
        headers,
        request.body,
        request.META.get("REMOTE_ADDR"),
        request.method,
    )
    revision = SiteState.objects.get().publication_revision
    return HttpResponse(f"{BODY}<p>revision {revision}</p><p>{seen}</p>")


@edge_cached("content")
def product(request: HttpRequest, number: int) -> HttpResponse:
    """What the bank says of a product: 200, friendly 404 before its photo is ready, plain 404."""
    rendered(request)
    puzzle = Puzzle.objects.filter(number=number).first()
    if puzzle is None:
        raise Http404
    if not puzzle.photo_ready:
        return keep_not_found(HttpResponse("not yet", status=404))
    if puzzle.name == "gone":
        return HttpResponse("gone", status=410)
    return HttpResponse(puzzle.name)


@edge_cached("home")
def clock_page(request: HttpRequest) -> HttpResponse:
    rendered(request)
    return HttpResponse(f"it is {request.now.isoformat()}")  # type: ignore[attr-defined]


@edge_cached("content")
def odd(request: HttpRequest, kind: str) -> HttpResponse:
    """Answers that may not be stored."""
    rendered(request)
    if kind == "streaming":
        return StreamingHttpResponse([b"a", b"b"])
    if kind == "large":
        return HttpResponse(b"x" * 1_000_001)
    response = HttpResponse(f"odd {kind}")
    if kind == "cookie":
        response.set_cookie("a", "b")
    elif kind in ("private", "no-store"):
        response["Cache-Control"] = kind
    elif kind == "encoded":
        response["Content-Encoding"] = "gzip"
    elif kind == "error":
        response.status_code = 500
    elif kind == "partial":
        response.status_code = 206
    elif kind == "session":
        request.session.get("nothing")
    return response


def uncached(request: HttpRequest) -> HttpResponse:
    rendered(request)
    return HttpResponse(f"revision {SiteState.objects.get().publication_revision}")


def saves_session(request: HttpRequest) -> HttpResponse:
    request.session["a"] = 1
    return HttpResponse("saved after the view")


def no_database(request: HttpRequest) -> HttpResponse:
    return HttpResponse("no database needed", headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("page/", page),
    path("product/<int:number>/", product),
    path("clock/", clock_page),
    path("odd/<str:kind>/", odd),
    path("uncached/", uncached),
    path("saves-session/", saves_session),
    path("no-database/", no_database),
]

handler404 = "costcodle.errors.page_not_found"
handler500 = "costcodle.unavailable.server_error"
