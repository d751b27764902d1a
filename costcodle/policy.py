"""The cache policy of a route, declared on its view: a leaf that every app may import."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True)
class Policy:
    """How the edge cache treats a route: its name, longest lifetime and allowed parameters."""

    name: str
    max_age: timedelta
    parameters: tuple[str, ...] = ()


LIFETIMES = {"content": timedelta(seconds=300), "home": timedelta(seconds=60)}


def edge_cached(name: str, *, parameters: tuple[str, ...] = ()) -> Callable[[View], View]:
    """Lets the edge cache keep a view's answers; every other query parameter is hidden from it.

    `content`: changes only with the publication revision or at 00:00 and 00:10 UTC; 300 s.
    `home`: may also change with the day's results; 60 s.
    """
    policy = Policy(name, LIFETIMES[name], tuple(sorted(parameters)))

    def declare(view: View) -> View:
        view.edge_policy = policy  # type: ignore[attr-defined]
        return view

    return declare
