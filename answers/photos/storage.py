"""Writing and finding pictures in the default storage of Django's STORAGES."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, default_storage

from answers.photos.names import PHOTO_FORMATS, card_path, photo_path, widths


class AtomicFileStorage(FileSystemStorage):
    """A local folder in which a name is either absent or has its whole content.

    The bytes are written beside the name and on disk before the name exists, so neither a reader
    nor a power cut meets half a file.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_overwrite=True, **options)

    def _save(self, name: str, content: Any) -> str:
        path = Path(self.path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(content.chunks())
                file.flush()
                os.fsync(file.fileno())
            Path(part).chmod(self.file_permissions_mode or 0o644)
            Path(part).replace(path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
        return name


def _sync_folder(folder: Path) -> None:
    """Makes a new name in `folder` survive a power cut, as the commit that mentions it does."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _one_kind_of_error() -> Iterator[None]:
    """Turns what a storage of another library raises into OSError, which callers know."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"the photo storage failed: {error}") from error


def store(path: str, content: bytes) -> None:
    """Writes a picture once. A name stands for one content, so a present file is left alone.

    Raises OSError, as all functions here do when the storage fails.
    """
    with _one_kind_of_error():
        if not default_storage.exists(path):
            default_storage.save(path, ContentFile(content))


def open_stored(path: str) -> File:
    """A stored picture, to be read piece by piece. Raises FileNotFoundError without one."""
    with _one_kind_of_error():
        return default_storage.open(path)


def read(path: str) -> bytes:
    """The content of a stored picture. Raises FileNotFoundError without one."""
    with _one_kind_of_error(), open_stored(path) as file:
        return bytes(file.read())


def files_exist(key: str, width: int) -> bool:
    """Whether every file of a photo is there; `width` is that of its largest file."""
    with _one_kind_of_error():
        return bool(key) and all(
            default_storage.exists(photo_path(key, step, file_format))
            for step in widths(width)
            for file_format in PHOTO_FORMATS
        )


def photo_url(key: str, width: int, file_format: str) -> str:
    """Address of one file of a photo, `file_format` "webp" or "jpg"."""
    return f"{settings.MEDIA_URL}{photo_path(key, width, file_format)}"


def card_url(card_key: str) -> str:
    """Address of a share picture."""
    return f"{settings.MEDIA_URL}{card_path(card_key)}"
