"""Waiting for what other processes and threads do."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.05


def wait_until(find: Callable[[], T], what: str = "", seconds: int = 120) -> T:
    """What `find` returns once that is true; fails with `what` after so many tries.

    Tries, not a deadline: a frozen clock never reaches one, and a machine that was stopped for a
    while is past it.
    """
    for _ in range(round(seconds / PAUSE)):
        if found := find():
            return found
        time.sleep(PAUSE)
    raise AssertionError(f"in vain for {seconds} s: {what or find.__name__}")
