"""Entries in Django's cache backend, which may fail, hang, fill up or return garbage: a miss."""

import logging
import time
from collections.abc import Iterable
from functools import cached_property
from math import ceil
from typing import Any

from django.core.cache import BaseCache, caches

from costcodle.edge.counters import BACKEND_FAILURES
from costcodle.edge.entry import Entry, read_entry

logger = logging.getLogger(__name__)

# With the timeouts of a Redis call (settings) these keep a request's waiting for it below 1 s.
BUDGET_SECONDS = 0.4
SLOW_SECONDS = 0.1
REST_SECONDS = 5.0
LOG_EVERY_SECONDS = 60.0


class Store:
    """What a process knows of its backend: whether it is left alone, and when it last complained.

    A call that failed only after SLOW_SECONDS, or took longer than BUDGET_SECONDS, puts the backend
    to rest for REST_SECONDS, so that one request waits for a hanging server now and then, not
    every one.
    """

    def __init__(self) -> None:
        self.rests_until = 0.0
        self.log_again_at = 0.0

    @cached_property
    def backend(self) -> BaseCache:
        """One for all threads: each of ours may be shared, and asking Django for the thread's own
        costs as much as the look-up. Making it may fail, so it is made by the first call."""
        return caches["default"]

    def visit(self) -> "Visit":
        return Visit(self)

    def failed(self, began: float, what: str) -> None:
        now = time.monotonic()
        BACKEND_FAILURES.inc()
        if now - began > SLOW_SECONDS:
            self.rests_until = now + REST_SECONDS
        if now >= self.log_again_at:
            self.log_again_at = now + LOG_EVERY_SECONDS
            logger.warning("The edge cache's backend failed, pages are rendered instead: %s", what)


class Visit:
    """The calls of one request: none once it has waited BUDGET_SECONDS in all."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.spent = 0.0

    def get(self, key: str) -> Entry | None:
        """The entry under a key, or None, never an error."""
        began = time.monotonic()
        value = self._call(began, "get", key)
        entry = read_entry(value, key)
        if entry is None and value is not None:
            self.store.failed(began, f"it returned {type(value).__name__} that is not its entry")
        return entry

    def put(self, entries: Iterable[Entry], seconds: float) -> None:
        """Stores entries under their names, best effort; `Entry.expires` is what ends them."""
        values = {entry.name: tuple(entry) for entry in entries}
        self._call(time.monotonic(), "set_many", values, ceil(seconds))

    def _call(self, began: float, method: str, *arguments: Any) -> Any:
        if self.spent >= BUDGET_SECONDS or began < self.store.rests_until:
            return None
        try:
            answer = getattr(self.store.backend, method)(*arguments)
            if (waited := time.monotonic() - began) > BUDGET_SECONDS:
                # The timeout is of each packet: a server that drips may take as long as it likes.
                self.store.failed(began, f"its answer took {waited:.1f} s")
            return answer
        except Exception as error:  # whatever a backend, its driver or its pickles raise
            self.store.failed(began, repr(error))
            return None
        finally:
            self.spent += time.monotonic() - began
