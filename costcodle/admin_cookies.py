"""Sessions and form tokens are the admin's: elsewhere their cookies are as unknown as any other.

Django would answer a spoilt one with `Set-Cookie` and `Vary: Cookie` on every page, and one plain
404 would differ from another.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAMES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)


class AdminCookiesMiddleware:
    """Before the session middleware: drops the admin's cookies from requests for other pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.path = f"/{settings.ADMIN_PATH}"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(self.path):
            for name in NAMES:
                request.COOKIES.pop(name, None)
        return self.get_response(request)
