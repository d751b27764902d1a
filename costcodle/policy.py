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
    """How the edge cache treats a route: its name, longest lifetime and allowed parameters.

    `parameters` are part of the key. A request with one of `bypass` is rendered anew, `no-store`.
    """

    name: str
    max_age: timedelta
    parameters: tuple[str, ...] = ()
    bypass: tuple[str, ...] = ()


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
    policies = {
        each: Policy(each, max_age, tuple(sorted(parameters)), tuple(sorted(bypass)))
        for each, max_age in LIFETIMES.items()
    }

    def declare(view: View) -> View:
        view.edge_policy = (name, policies)  # type: ignore[attr-defined]
        return view

    return declare


def policy_of(
    view: Callable[..., object], request: HttpRequest, arguments: dict[str, Any]
) -> Policy | None:
    """The policy of this request, or None for a view that isn't cached.

    `arguments` are those that the URL gives to the view; `request.now` must be set.
    """
    declared = getattr(view, "edge_policy", None)
    if declared is None:
        return None
    name, policies = declared
    if callable(name):
        name = name(request, **arguments)
    policy: Policy = policies[name]
    return policy


def keep_not_found(response: HttpResponse) -> HttpResponse:
    """Marks a friendly 404 as one that the cache may keep."""
    response.edge_cacheable = True  # type: ignore[attr-defined]
    return response
