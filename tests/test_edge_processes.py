"""Three real servers, one database: after a command has returned nobody gets the old state."""

import logging
import random
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from django.db.models import F

from answers.models import Puzzle
from answers.photos import attach_photo
from answers.publishing import publish_puzzle, restore_puzzle, withdraw_puzzle
from tests.edge_readers import LISTS, NOT_YET, WITHDRAWN, History, Reader, name_of
from tests.make import NOW, day_long_ago, make_puzzle, run_manage
from tests.pictures import make_picture
from tests.serve import gunicorn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])

logger = logging.getLogger(__name__)
NUMBERS = range(1, 301)  # all of long ago, so today has no puzzle
REASON = "a test"
KINDS = {*LISTS, "200", "404", "410"}  # all that a reader can meet
MOST_CHANGES = 600  # a run that has not seen what it waits for by then has failed


class Publisher:
    """Changes one page after the other as an operator does, a few by commands of their own."""

    def __init__(self, history: History, seed: int, commands_every: int) -> None:
        self.history = history
        self.random = random.Random(seed)
        self.commands_every = commands_every
        self.editions = dict.fromkeys(NUMBERS, 1)
        self.published = 0  # numbers 1 to this have a page or had one
        self.acts: Counter[str] = Counter()

    def change_a_page(self) -> None:
        state = self.history.states[-1]
        first = self.published < 5 or (self.published < len(NUMBERS) and self.random.random() < 0.1)
        if first:
            self.published += 1
        number = self.published - (0 if first else self.random.randrange(5))
        if state[number] == NOT_YET:
            self.act("publish", number, name_of(number, 1))
        elif state[number] == WITHDRAWN:
            self.act("restore", number, name_of(number, self.editions[number]))
        elif self.random.random() < 0.3:
            self.act("withdraw", number, WITHDRAWN)
        else:
            self.editions[number] += 1
            name = name_of(number, self.editions[number])
            Puzzle.objects.filter(number=number).update(name=name, version=F("version") + 1)
            self.act("publish", number, name)

    def act(self, what: str, number: int, shows: str) -> None:
        by_command = sum(self.acts.values()) % self.commands_every == self.commands_every - 1
        self.acts[f"{what} {'by command' if by_command else 'in process'}"] += 1
        act = run_command if by_command else call_function
        self.history.change(number, shows, lambda: act(what, number))


def call_function(what: str, number: int) -> None:
    if what == "withdraw":
        result = withdraw_puzzle(number, REASON)
    else:
        result = (publish_puzzle if what == "publish" else restore_puzzle)(number)
    assert result.outcome in ("published", "updated", "withdrawn", "restored"), result


def run_command(what: str, number: int) -> None:
    arguments = {
        "publish": ["--puzzle", str(number)],
        "withdraw": [str(number), "--reason", REASON],
        "restore": [str(number)],
    }
    finished = run_manage(what, *arguments[what])
    assert finished.returncode == 0, finished


def run(
    application: str,
    seed: int,
    changes: int,
    reads: int,
    commands_every: int,
    kinds: set[str] = KINDS,
    wanted: Callable[[list[str]], bool] = lambda stale: True,
) -> list[str]:
    """Commits changes while readers poll three servers; returns the stale answers.

    It ends when the changes and reads are made, every kind of page was met, and `wanted` says
    that the stale answers are enough: how long that takes depends on the machine.
    """
    make_puzzles_with_photo()
    history, stop = History(NUMBERS), threading.Event()
    publisher = Publisher(history, seed, commands_every)
    with ExitStack() as stack:
        arguments = ("--workers", "1", "--threads", "4")
        servers = [
            stack.enter_context(gunicorn(*arguments, application=application)) for _ in range(3)
        ]
        readers = [Reader(history, servers, seed + each, stop) for each in range(4)]
        for reader in readers:
            reader.start()
        try:
            while history.returned < MOST_CHANGES:
                publisher.change_a_page()
                stop.wait(0.02)
                assert all(reader.is_alive() for reader in readers)
                checked = sum((reader.checked for reader in readers), Counter())
                done = history.returned >= changes and checked.total() >= reads
                if done and checked.keys() >= kinds and wanted(stale_answers(readers)):
                    break
        finally:
            stop.set()
            for reader in readers:
                reader.join()
    checked = sum((reader.checked for reader in readers), Counter())
    logger.info("%d reads: %s; %s", checked.total(), dict(checked), dict(publisher.acts))
    assert checked.keys() >= kinds, "a kind of page was never asked for"
    return stale_answers(readers)


def stale_answers(readers: list[Reader]) -> list[str]:
    return [line for reader in readers for line in list(reader.stale)]


def make_puzzles_with_photo() -> None:
    """One photo for all: only a page with one is in the sitemap."""
    make_puzzle(1, name=name_of(1, 1), day=day_long_ago(1))
    attach_photo(1, make_picture(), NOW)
    fields = ("image_key", "image_width", "image_height", "image_state")
    photo = Puzzle.objects.values(*fields).get(number=1)
    for number in NUMBERS[1:]:
        make_puzzle(number, name=name_of(number, 1), day=day_long_ago(number), **photo)


def test_no_stale_read_on_three_servers() -> None:
    assert run("costcodle.wsgi", seed=3, changes=30, reads=400, commands_every=14) == []


def test_without_the_revision_in_the_key_the_same_run_finds_stale_reads() -> None:
    # Nor is a 410 asked for: without the revision the page that it replaces is answered on.
    stale_kinds = [*(f"{path} " for path in LISTS), "/ 200: ", "/ 404: "]

    def of_each_kind(stale: list[str]) -> bool:
        return all(any(kind in line for line in stale) for kind in stale_kinds)

    stale = run(
        "tests.edge_without_revision",
        seed=3,
        changes=30,
        reads=400,
        commands_every=30,
        kinds=KINDS - {"410"},
        wanted=of_each_kind,
    )
    assert of_each_kind(stale), stale[:20]


@pytest.mark.long
def test_no_stale_read_in_20000() -> None:
    assert run("costcodle.wsgi", seed=11, changes=300, reads=20_000, commands_every=60) == []
