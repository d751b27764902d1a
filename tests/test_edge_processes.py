"""Three real servers, one database: after a command has returned nobody gets the old state."""

import random
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from django.db.models import F

from answers.models import Puzzle
from answers.publishing import publish_puzzle, restore_puzzle, withdraw_puzzle
from tests.make import make_puzzle
from tests.serve import Server, gunicorn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])

NUMBERS = range(1, 7)
PAGES = ("/answers/", "/feed.xml")


@dataclass
class Site:
    """What each puzzle's page has shown so far. `done` counts the states whose command returned.

    A state is the name that the page shows, or "" for a page that isn't public.
    """

    states: dict[int, list[str]] = field(default_factory=lambda: {n: [""] for n in NUMBERS})
    done: dict[int, int] = field(default_factory=lambda: dict.fromkeys(NUMBERS, 0))

    def change(self, number: int, state: str, act) -> None:
        self.states[number].append(state)
        result = act()
        assert result.outcome in ("published", "updated", "withdrawn", "restored"), result
        self.done[number] = len(self.states[number]) - 1

    def allowed(self, number: int, since: int) -> set[str]:
        return set(self.states[number][since:])


def name_of(number: int, edition: int) -> str:
    return f"Product {number} edition {edition}."


def shown(body: str, number: int) -> set[str]:
    """The editions of a puzzle that a page shows; no name, no number is within another."""
    words = body.split(f"Product {number} edition ")[1:]
    return {name_of(number, int(word.split(".")[0])) for word in words} or {""}


class Reader(threading.Thread):
    """Asks all servers for pages, and counts answers with a state older than allowed."""

    def __init__(self, site: Site, servers: list[Server], seed: int, stop: threading.Event):
        super().__init__()
        self.site, self.servers, self.stop = site, servers, stop
        self.random = random.Random(seed)
        self.checked = 0
        self.stale: list[str] = []
        self.errors: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            number = self.random.choice(NUMBERS)
            path = self.random.choice((f"/answers/{number}/", f"/answers/{number}/", *PAGES, "/"))
            since = self.site.done.copy()
            status, body = self.random.choice(self.servers).get(path)
            if status not in (200, 404, 410):
                self.errors.append(f"{path}: {status}")
            self.checked += 1
            if path == "/":
                continue
            for each in [number] if path not in PAGES else NUMBERS:
                text = body.decode()
                found = shown(text, each) if path in PAGES or status == 200 else {""}
                if not found <= self.site.allowed(each, since[each]):
                    self.stale.append(f"{path}: {found}")


def run(servers: list[Server], seed: int, changes: int, reads: int) -> list[Reader]:
    """Commits changes of random pages while readers poll, until both are done."""
    site, stop = Site(), threading.Event()
    for number in NUMBERS:
        make_puzzle(number, name=name_of(number, 1))
    editions = dict.fromkeys(NUMBERS, 1)
    readers = [Reader(site, servers, seed + each, stop) for each in range(4)]
    for reader in readers:
        reader.start()
    dice = random.Random(seed)
    try:
        made = 0
        while made < changes or sum(reader.checked for reader in readers) < reads:
            made += 1
            number = dice.choice(NUMBERS)
            change_page(site, number, editions, dice)
            stop.wait(0.02)
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    return readers


def change_page(site: Site, number: int, editions: dict[int, int], dice: random.Random) -> None:
    states = site.states[number]
    if len(states) == 1:
        site.change(number, name_of(number, 1), lambda: publish_puzzle(number))
    elif states[-1] == "":
        name = name_of(number, editions[number])
        site.change(number, name, lambda: restore_puzzle(number))
    elif dice.random() < 0.3:
        site.change(number, "", lambda: withdraw_puzzle(number, "a test"))
    else:
        editions[number] += 1
        name = name_of(number, editions[number])
        Puzzle.objects.filter(number=number).update(name=name, version=F("version") + 1)
        site.change(number, name, lambda: publish_puzzle(number))


def serve_and_run(application: str, seed: int, changes: int, reads: int) -> list[Reader]:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(
                gunicorn("--workers", "1", "--threads", "4", application=application)
            )
            for _ in range(3)
        ]
        return run(servers, seed, changes, reads)


def test_no_stale_read_on_three_servers() -> None:
    readers = serve_and_run("costcodle.wsgi", seed=3, changes=25, reads=400)
    assert [reader.errors for reader in readers] == [[]] * 4
    assert [reader.stale for reader in readers] == [[]] * 4


def test_without_the_revision_in_the_key_the_same_run_finds_stale_reads() -> None:
    readers = serve_and_run("tests.edge_without_revision", seed=3, changes=25, reads=400)
    assert sum(len(reader.stale) for reader in readers) > 0


@pytest.mark.long
def test_no_stale_read_in_20000() -> None:
    readers = serve_and_run("costcodle.wsgi", seed=11, changes=300, reads=20_000)
    assert [reader.errors for reader in readers] == [[]] * 4
    assert [reader.stale for reader in readers] == [[]] * 4
    assert sum(reader.checked for reader in readers) >= 20_000
