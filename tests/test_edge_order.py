"""Reader and publisher, interleaved in every order: after the commit nobody gets the old page.

A reader has four steps: read the revision, look up, render, store. The publisher's commit is put
between any two of them. The same test with the wrong order of the first and the third fails, and so
does one that gives out what was looked up ahead of the answer without comparing the revision.
"""

from collections.abc import Callable

import pytest
from django.test import Client

from answers.models import SiteState
from costcodle.edge import middleware, store
from costcodle.edge.key import entry_name
from costcodle.edge.revision import Revision, read_revision
from tests import edge_site, engine

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.urls("tests.edge_site"),
]
STEPS = ("before", "revision read", "looked up", "rendering", "rendered", "second look", "stored")


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def commit() -> None:
    """A publication, on another connection."""
    state = SiteState.objects.using("publisher").get()
    state.publication_revision += 1
    state.commit_token = f"token{state.publication_revision:027}"
    state.save()


def after(function: Callable, step: str, at: str, act: Callable[[], None]) -> Callable:
    """`function`, followed by the commit when it is the step at which it shall happen."""

    def stepped(*arguments, **options):
        result = function(*arguments, **options)
        if step == at:
            act()
        return result

    return stepped


def interleave(monkeypatch, client: Client, at: str) -> None:
    """One reader with the commit at one step."""
    done: list[str] = []

    def once() -> None:
        if not done:
            done.append(at)
            commit()

    real_get, real_put = store.Visit.get, store.Visit.put

    with monkeypatch.context() as patched:
        for name, step in (
            ("read_revision_beside", "revision read"),
            ("read_revision", "second look"),
        ):
            patched.setattr(middleware, name, after(getattr(middleware, name), step, at, once))
        patched.setattr(store.Visit, "get", after(real_get, "looked up", at, once))
        patched.setattr(store.Visit, "put", after(real_put, "stored", at, once))
        real_entries = middleware.make_entries
        patched.setattr(middleware, "make_entries", after(real_entries, "rendered", at, once))
        if at == "rendering":
            edge_site.during.append(once)
        if at == "before":
            once()
        client.get("/page/")
        edge_site.during.clear()
    assert done == [at]


def stale_reads(client: Client) -> int:
    revision = SiteState.objects.get().publication_revision
    wanted = f"revision {revision}<".encode()
    return sum(wanted not in client.get("/page/").content for _ in range(3))


def commit_after_looking_ahead(monkeypatch, client: Client) -> None:
    """A second reader, who finds the first one's entry; the commit falls before the read."""
    client.get("/page/")
    if engine.ENGINE == "postgresql":
        # There the question is on its way before the look-up: here it is asked after it.
        monkeypatch.setattr(middleware, "read_revision_beside", ask_after_work)
    real = middleware.EdgeCacheMiddleware._look_ahead
    looked = after(real, "looked ahead", "looked ahead", commit)
    monkeypatch.setattr(middleware.EdgeCacheMiddleware, "_look_ahead", looked)


def ask_after_work(work):
    result = work()
    return read_revision(), result


def test_what_was_found_ahead_is_not_given_out_when_the_revision_is_another(
    monkeypatch, client: Client
) -> None:
    commit_after_looking_ahead(monkeypatch, client)
    response = client.get("/page/")
    assert b"revision 1<" in response.content
    assert "fwd=miss" in response["Cache-Status"]
    assert "r1:" in response["Cache-Status"]


def test_without_the_comparison_it_would_be(monkeypatch, client: Client) -> None:
    commit_after_looking_ahead(monkeypatch, client)
    monkeypatch.setattr(Revision, "__ne__", lambda self, other: False)
    assert b"revision 0<" in client.get("/page/").content


@pytest.mark.parametrize("at", STEPS)
def test_no_stale_read_wherever_the_commit_falls(monkeypatch, client: Client, at: str) -> None:
    interleave(monkeypatch, client, at)
    assert stale_reads(client) == 0


def test_the_wrong_order_is_found_by_the_same_steps(monkeypatch, client: Client) -> None:
    """Control: stored under a revision that is read after the render ("content first")."""
    render = middleware.EdgeCacheMiddleware._render

    def render_then_read(self, lookup):
        response, entries = render(self, lookup)
        late = lookup.key._replace(revision=read_revision()).digest(self.site)
        named = [entry._replace(name=entry_name(late, name)) for name, entry in entries.items()]
        lookup.asked.visit.put(named, 300)
        return response, entries

    monkeypatch.setattr(middleware.EdgeCacheMiddleware, "_render", render_then_read)
    interleave(monkeypatch, client, "rendered")
    assert stale_reads(client) > 0


def test_what_was_rendered_across_a_commit_stands_under_no_key(client: Client) -> None:
    from django.core.cache import cache

    edge_site.during.append(commit)
    client.get("/page/")
    edge_site.during.clear()
    assert not cache.memory.kept
