"""Which paths lead to a cached view, without resolving the URL of every hit."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from costcodle.policy import POLICIES, Declaration, Policy, declaration_of, policy_of

MOST_PATHS = 50_000


class Route:
    """A path that leads to a cached view, with what the view declared."""

    def __init__(
        self, path: str, view: Callable[..., Any], arguments: dict[str, Any], declared: Declaration
    ) -> None:
        self.path = path
        self.parameters = declared.parameters
        self.bypass = declared.bypass
        # None where it depends on the URL's arguments: `policy` asks the view then.
        self.constant = POLICIES[declared.name] if isinstance(declared.name, str) else None
        self._view = view
        self._arguments = arguments

    def policy(self, request: HttpRequest) -> Policy:
        policy = self.constant or policy_of(self._view, request, self._arguments)
        assert policy is not None  # noqa: S101  the view has a declaration
        return policy


class Routes:
    """Remembers the routes of pages that were stored, so junk paths take no memory."""

    def __init__(self) -> None:
        self._routes: dict[str, Route] = {}

    def find(self, path: str) -> Route | None:
        """The route of a path (without the script's prefix); None when its view isn't cached."""
        route = self._routes.get(path)
        if route is not None:
            return route
        try:
            match = resolve(path)
        except Resolver404:
            return None
        declared = declaration_of(match.func)
        return Route(path, match.func, match.kwargs, declared) if declared else None

    def remember(self, route: Route) -> None:
        if route.path not in self._routes:
            if len(self._routes) >= MOST_PATHS:
                self._routes.clear()
            self._routes[route.path] = route


def has_any(request: HttpRequest, names: tuple[str, ...]) -> bool:
    """True when the query names one of these parameters, with or without a value."""
    return bool(request.META.get("QUERY_STRING")) and any(name in request.GET for name in names)


def canonical_query(request: HttpRequest, names: tuple[str, ...]) -> str:
    """The named parameters of a request, sorted; of a repeated one the last, as views read it."""
    if not request.META.get("QUERY_STRING"):
        return ""
    return urlencode([(name, request.GET[name]) for name in sorted(names) if name in request.GET])
