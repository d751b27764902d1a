"""Static files collect themselves: any WSGI server can serve the site without a step before.

The hashed names and their compressed copies are made once for each build; N processes that start
together wait for the one that makes them.
"""

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

STAMP = "build.txt"


class StampedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Writes, as the last file of `collectstatic`, the build that the files belong to."""

    def post_process(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        yield from super().post_process(*arguments, **options)
        if not options.get("dry_run"):
            Path(self.path(STAMP)).write_text(settings.BUILD_VERSION, encoding="utf-8")


def collect_static_files() -> None:
    """Runs `collectstatic` unless the folder already belongs to this build.

    Old files stay: a page of the build before still finds them. Raises ImproperlyConfigured
    when the folder can't be written.
    """
    root = Path(settings.STATIC_ROOT)
    if is_current(root):
        return
    try:
        root.mkdir(parents=True, exist_ok=True)
        with root.with_name(f"{root.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # freed with the file, also by a killed process
            if not is_current(root):
                call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The static files of this build are missing and {root} can't be written"
            f" ({error.strerror}): run `manage.py collectstatic` as a user who may."
        ) from None


def is_current(root: Path) -> bool:
    try:
        return (root / STAMP).read_text(encoding="utf-8") == settings.BUILD_VERSION
    except OSError:
        return False
