"""One run over everything that is due, and the loop of `publish --watch`."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Protocol

from django.conf import settings
from django.db import Error, close_old_connections, connections

from answers.publishing.act import publish_puzzle
from answers.publishing.outcomes import Result
from answers.publishing.read import due_numbers
from answers.publishing.statements import ALIAS
from answers.publishing.unclaimed import foresee
from costcodle import clock
from costcodle.sqlite import close_moved_files

logger = logging.getLogger("costcodle.publication")

WATCH_EVERY = timedelta(minutes=1)


class Stop(Protocol):
    """What ends a loop: a `threading.Event`, or the process's signals."""

    def is_set(self) -> bool: ...
    def wait(self, seconds: float, /) -> object: ...


class ClockSkew(Exception):
    """This process's clock and the database server's are too far apart to publish."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            f"This machine's clock is {seconds} s away from the database server's: an answer could"
            " go public too early. Set both clocks by NTP, or raise MAX_CLOCK_SKEW_SECONDS."
        )
        self.seconds = seconds


def check_clock() -> None:
    """Raises ClockSkew when a PostgreSQL server's clock differs too much; SQLite has none."""
    connection = connections[ALIAS]
    if connection.vendor != "postgresql" or not settings.MAX_CLOCK_SKEW:
        return
    with connection.cursor() as cursor:
        before = clock.utc_now()
        cursor.execute("SELECT clock_timestamp()")
        server = clock.as_utc(cursor.fetchone()[0])
        after = clock.utc_now()
    # The server read its clock somewhere between our two looks.
    skew = max(before - server, server - after, timedelta(0))
    if skew > settings.MAX_CLOCK_SKEW:
        raise ClockSkew(round(skew.total_seconds()))


def find_due() -> list[int]:
    """Numbers of all puzzles that are due now, oldest first: one statement, no lease, no write."""
    return due_numbers(connections[ALIAS], clock.utc_now())


def publish_all(
    numbers: Iterable[int],
    report: Callable[[Result], None],
    *,
    dry_run: bool = False,
    stop: Stop | None = None,
) -> Counter[str]:
    """Publishes the puzzles one after the other, each on its own; returns the outcomes' counts.

    `stop` ends the run before the next puzzle, never inside one.
    """
    counts: Counter[str] = Counter()
    for number in numbers:
        if stop and stop.is_set():
            break
        result = foresee(number) if dry_run else publish_puzzle(number)
        counts[result.outcome] += 1
        report(result)
    return counts


def watch(publish: Callable[[], None], stop: Stop) -> None:
    """Calls `publish` now, at each closing instant and every minute, until `stop` is set.

    A database that is away is logged and tried again at the next waking.
    """
    while not stop.is_set():
        try:
            close_old_connections()
            close_moved_files()
            publish()
        except Error as error:
            logger.error("Nothing was published: %s", " ".join(str(error).split()))
        stop.wait(seconds_to_next_waking())


def seconds_to_next_waking() -> float:
    """Seconds until the next minute or visibility change, whichever comes first; at least 0.05."""
    now = clock.utc_now()
    next_minute = now.replace(second=0, microsecond=0) + WATCH_EVERY
    waking = min(next_minute, clock.next_visibility_change(now))
    return max((waking - now).total_seconds(), 0.05)
