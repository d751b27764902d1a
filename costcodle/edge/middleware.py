"""The outermost middleware: reads the clock once for each request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from costcodle import clock


class EdgeCacheMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.now = clock.utc_now()  # type: ignore[attr-defined]
        return self.get_response(request)
