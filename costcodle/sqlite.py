"""A SQLite connection that knows which file it holds, and creates none unless it is meant to.

An open handle goes on reading a file that was moved away or replaced. And a page or a publisher
that connected to a path whose file is gone would create an empty database there, next to a
write-ahead log that belongs to the real one, which SQLite would then apply to the wrong file.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any

from django.db import connections

File = tuple[int, int]


class FileConnection(sqlite3.Connection):
    """`sqlite3.connect(..., factory=FileConnection)`."""

    # Switched off by costcodle.wsgi for pages and by manage.py for all commands but a few.
    creates = True

    def __init__(self, database: str, *arguments: Any, **options: Any) -> None:
        self.path = None if database.startswith((":memory:", "file:")) else database
        before = self._file_of_path()
        if self.path and not self.creates:
            database = f"{Path(self.path).absolute().as_uri()}?mode=rw"
        super().__init__(database, *arguments, **options)
        after = self._file_of_path()
        # Replaced while it was being opened: which of the two it holds is unknown.
        self.file = after if before in (None, after) else None
        # SQLite opens for reading what it may not write, and never tries again.
        self.writes = self._may_write()

    def holds_path(self) -> bool:
        """True while the file that was opened is still the one at its path, as writable as then."""
        if self.path is None:
            return True
        is_same = self.file is not None and self.file == self._file_of_path()
        return is_same and (self.writes or not self._may_write())

    def _may_write(self) -> bool:
        return self.path is None or os.access(self.path, os.W_OK)

    def _file_of_path(self) -> File | None:
        if self.path is None:
            return None
        try:
            found = os.stat(self.path)  # noqa: PTH116  a third of the time of Path.stat
        except OSError:
            return None
        return found.st_dev, found.st_ino


def close_moved_files() -> None:
    """Closes this thread's SQLite connections whose file was moved away or replaced."""
    for wrapper in connections.all(initialized_only=True):
        raw = wrapper.connection
        if wrapper.vendor != "sqlite" or raw is None or wrapper.in_atomic_block:
            continue
        if not raw.holds_path():
            wrapper.close()
