"""The cache policy of a route, declared on its view: a leaf that every app may import.

    @edge_cached("content", parameters=("page",), bypass=("q",))
    def archive(request): ...

A view behind the edge cache sees a stripped request: no cookies, no body, no headers but the
host, and of the query only what its policy names. An `Http404` is never kept and leaves as
`no-store`, without ETag and Cache-Status; the friendly 404 that may be kept is marked by
`keep_not_found(response)`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse

View = TypeVar("View", bound=Callable[..., object])

LIFETIMES = {"content": timedelta(seconds=300), "home": timedelta(seconds=60)}


@dataclass(frozen=True)
class Policy:
    """What a kind of answer may depend on besides its URL, as a name and a longest lifetime."""

    name: str
    max_age: timedelta


POLICIES = {name: Policy(name, max_age) for name, max_age in LIFETIMES.items()}


@dataclass(frozen=True)
class Declaration:
    """What `edge_cached` leaves on a view.

    `parameters` are part of the key. A request with one of `bypass` is rendered anew, `no-store`.
    """

    name: str | Callable[..., str]
    parameters: tuple[str, ...]
    bypass: tuple[str, ...]


def edge_cached(
    name: str | Callable[..., str],
    *,
    parameters: tuple[str, ...] = (),
    bypass: tuple[str, ...] = (),
) -> Callable[[View], View]:
    """Lets the edge cache keep a view's answers; every other query parameter is hidden from it.

    `content`: changes only with the publication revision or at 00:00 and 00:10 UTC; 300 s.
    `home`: may also change with the day's results; 60 s.
    A view whose policy depends on its URL gives a function of the view's own arguments instead,
    which is asked before every look-up in the cache: it must be quick.
    """
    declaration = Declaration(name, tuple(sorted(parameters)), tuple(sorted(bypass)))

    def declare(view: View) -> View:
        view.edge_policy = declaration  # type: ignore[attr-defined]
        # Such a view changes nothing and refuses POST with 405; Django would say 403 before it.
        view.csrf_exempt = True  # type: ignore[attr-defined]
        return view

    return declare


def declaration_of(view: Callable[..., object]) -> Declaration | None:
    """What a view declared, or None for a view that isn't cached."""
    return getattr(view, "edge_policy", None)


def policy_of(
    view: Callable[..., object], request: HttpRequest, arguments: dict[str, Any]
) -> Policy | None:
    """The policy of this request, or None for a view that isn't cached.

    `arguments` are those that the URL gives to the view; `request.now` must be set.
    """
    declaration = declaration_of(view)
    if declaration is None:
        return None
    name = declaration.name
    return POLICIES[name(request, **arguments) if callable(name) else name]


def keep_not_found(response: HttpResponse) -> HttpResponse:
    """Marks a friendly 404 as one that the cache may keep."""
    response.edge_cacheable = True  # type: ignore[attr-defined]
    return response
