"""Readers of a site whose pages change: is what they see a state that may still be shown?"""

import random
import re
import threading
from collections import Counter
from collections.abc import Callable

from tests.serve import Server

NOT_YET, WITHDRAWN = "not yet", "withdrawn"
SHOWN = re.compile(r"Product (\d+) edition (\d+)\.")
LISTED = re.compile(r"/answers/(\d+)/</loc>")
# How many of the newest pages a list shows. Home does when today has no puzzle, as here; with a
# puzzle it shows only that one, which no publication changes.
LISTS = {"/": 5, "/answers/": 30, "/feed.xml": 50, "/sitemap-1.xml": 1000}
State = dict[int, str]


def name_of(number: int, edition: int) -> str:
    return f"Product {number} edition {edition}."


class History:
    """All states of the site in order, the one that is being committed included.

    A state is what the page of each number shows: a name, NOT_YET or WITHDRAWN.
    """

    def __init__(self, numbers: range) -> None:
        self.states: list[State] = [dict.fromkeys(numbers, NOT_YET)]
        self.returned = 0  # the newest state whose command has returned
        self.recent = [min(numbers)]  # what readers ask for: the pages changed last, and the next

    def change(self, number: int, shows: str, act: Callable[[], None]) -> None:
        self.states.append(self.states[-1] | {number: shows})
        self.recent = [*self.recent[-7:], number, number + 1]
        act()
        self.returned = len(self.states) - 1


def expected(path: str, state: State) -> object:
    """What a page says in a state of the site."""
    if path not in LISTS:
        return state.get(int(path.split("/")[2]), NOT_YET)
    public = [number for number in state if state[number] not in (NOT_YET, WITHDRAWN)]
    newest = sorted(public)[-LISTS[path] :]
    return set(newest) if path == "/sitemap-1.xml" else {state[number] for number in newest}


def seen(path: str, status: int, body: str) -> object:
    """What an answer says, to be compared with `expected`; None for an answer of another kind."""
    if path == "/sitemap-1.xml" and status in (200, 404):  # a part without pages doesn't exist
        return {int(number) for number in LISTED.findall(body)}
    names = {name_of(int(number), int(edition)) for number, edition in SHOWN.findall(body)}
    if path in LISTS:
        return names if status == 200 else None
    own = [name for name in names if name.startswith(f"Product {path.split('/')[2]} ")]
    return {200: own[0] if len(own) == 1 else None, 404: NOT_YET, 410: WITHDRAWN}.get(status)


class Reader(threading.Thread):
    """Asks all servers for all kinds of pages, and notes every answer that was out of date."""

    def __init__(self, history: History, servers: list[Server], seed: int, stop: threading.Event):
        super().__init__()
        self.history, self.servers, self.stop = history, servers, stop
        self.random = random.Random(seed)
        self.checked: Counter[str] = Counter()
        self.stale: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            path = self.random.choice([*LISTS, "page", "page", "page"])
            if path == "page":
                path = f"/answers/{self.random.choice(self.history.recent)}/"
            since = self.history.returned
            status, body = self.random.choice(self.servers).get(path)
            found = seen(path, status, body.decode())
            allowed = [expected(path, state) for state in self.history.states[since:]]
            self.checked[path if path in LISTS else str(status)] += 1
            if found not in allowed:
                self.stale.append(f"{path} {status}: {found}, not one of {allowed}")
