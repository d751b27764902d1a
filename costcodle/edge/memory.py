"""A cache backend in the process's memory, limited in bytes: pages differ in size a hundredfold."""

import pickle
import time
from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

MOST_BYTES = 64 * 1024 * 1024


class Kept(NamedTuple):
    value: Any
    size: int
    expires: float | None


class Memory:
    """What all threads share: the least recently used goes first once it is too much."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.kept: OrderedDict[str, Kept] = OrderedDict()
        self.size = 0

    def find(self, key: str) -> Kept | None:
        kept = self.kept.get(key)
        if kept is None:
            return None
        if kept.expires is not None and kept.expires <= time.time():
            self.drop(key)
            return None
        self.kept.move_to_end(key)
        return kept

    def keep(self, key: str, kept: Kept) -> None:
        self.drop(key)
        self.kept[key] = kept
        self.size += kept.size
        while self.size > MOST_BYTES:
            self.drop(next(iter(self.kept)))

    def drop(self, key: str) -> bool:
        kept = self.kept.pop(key, None)
        if kept is None:
            return False
        self.size -= kept.size
        return True


_memories: dict[str, Memory] = {}


class MemoryCache(BaseCache):
    """Django's cache API over `Memory`. Values are handed out as they are: keep only immutables.

    Unlike LocMemCache it unpickles nothing and checks no key for memcached's sake, which together
    cost more than the rest of a look-up.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.memory = _memories.setdefault(name, Memory())

    def make_key(self, key: str, version: int | None = None) -> str:
        return f"{self.key_prefix}:{self.version if version is None else version}:{key}"

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        with self.memory.lock:
            kept = self.memory.find(self.make_key(key, version))
        return default if kept is None else kept.value

    def set(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        kept = self._kept(value, timeout)
        with self.memory.lock:
            self.memory.keep(self.make_key(key, version), kept)

    def add(
        self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        kept = self._kept(value, timeout)
        name = self.make_key(key, version)
        with self.memory.lock:
            if self.memory.find(name) is not None:
                return False
            self.memory.keep(name, kept)
            return True

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name = self.make_key(key, version)
        with self.memory.lock:
            kept = self.memory.find(name)
            if kept is None:
                return False
            self.memory.keep(name, kept._replace(expires=self.get_backend_timeout(timeout)))
            return True

    def delete(self, key: str, version: int | None = None) -> bool:
        with self.memory.lock:
            return self.memory.drop(self.make_key(key, version))

    def clear(self) -> None:
        with self.memory.lock:
            self.memory.kept.clear()
            self.memory.size = 0

    def _kept(self, value: Any, timeout: Any) -> Kept:
        size = len(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        return Kept(value, size, self.get_backend_timeout(timeout))
