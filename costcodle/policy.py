"""The cache policy of a route, declared on its view: a leaf that every app may import."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from django.http import HttpRequest

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True)
class Policy:
    """How the edge cache treats a route: its name, longest lifetime and allowed parameters."""

    name: str
    max_age: timedelta
    parameters: tuple[str, ...] = ()


LIFETIMES = {"content": timedelta(seconds=300), "home": timedelta(seconds=60)}


def edge_cached(
    name: str | Callable[..., str], *, parameters: tuple[str, ...] = ()
) -> Callable[[View], View]:
    """Lets the edge cache keep a view's answers; every other query parameter is hidden from it.

    `content`: changes only with the publication revision or at 00:00 and 00:10 UTC; 300 s.
    `home`: may also change with the day's results; 60 s.
    A view whose policy depends on its URL gives a function of the view's own arguments instead,
    which is asked before every look-up in the cache: it must be quick.
    """

    def declare(view: View) -> View:
        view.edge_policy = (name, tuple(sorted(parameters)))  # type: ignore[attr-defined]
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
    name, parameters = declared
    if callable(name):
        name = name(request, **arguments)
    return Policy(name, LIFETIMES[name], parameters)
