"""The folder of the pictures: whole files, written once, under names that stand for them."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from answers.photos import files_exist
from answers.photos.storage import AtomicFileStorage, read, store
from costcodle.environment import Environment

pytestmark = pytest.mark.engine_free
KEY = "d" * 32


@pytest.fixture(autouse=True)
def own_media_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def test_what_is_stored_can_be_read_by_a_proxy(tmp_path: Path) -> None:
    store("cards/a.jpg", b"content")
    path = tmp_path / "cards/a.jpg"
    assert path.read_bytes() == read("cards/a.jpg") == b"content"
    assert path.stat().st_mode & 0o777 == 0o644
    assert [file.name for file in path.parent.iterdir()] == ["a.jpg"]


def test_a_present_file_is_never_overwritten() -> None:
    store("cards/a.jpg", b"first")
    store("cards/a.jpg", b"second")
    assert read("cards/a.jpg") == b"first"


def test_two_writers_of_one_name_end_with_one_file(tmp_path: Path) -> None:
    """Both found the name free; Django's own storage would give the second another name."""
    storage = AtomicFileStorage()
    names = {storage.save("cards/a.jpg", ContentFile(b"same")) for _ in range(2)}
    assert names == {"cards/a.jpg"}
    assert [file.name for file in (tmp_path / "cards").iterdir()] == ["a.jpg"]


def test_a_failed_write_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(handle: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store("cards/a.jpg", b"content")
    assert list((tmp_path / "cards").iterdir()) == []


def test_every_file_of_a_photo_has_to_be_there() -> None:
    paths = [f"photos/{KEY}-{width}.{kind}" for width in (400, 600) for kind in ("webp", "jpg")]
    for path in paths:
        assert not files_exist(KEY, 600)
        store(path, b"x")
    assert files_exist(KEY, 600)
    assert not files_exist("", 600)
    for path in paths:
        default_storage.delete(path)
        assert not files_exist(KEY, 600)
        store(path, b"x")


def test_errors_of_other_libraries_are_os_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    class BucketAway(Exception):
        pass

    def away(self: AtomicFileStorage, name: str) -> bool:
        raise BucketAway("connection refused")

    monkeypatch.setattr(AtomicFileStorage, "exists", away)
    with pytest.raises(OSError, match="connection refused"):
        files_exist(KEY, 600)
    with pytest.raises(OSError, match="connection refused"):
        store("cards/a.jpg", b"x")


def test_a_missing_picture_is_told_from_a_failing_storage() -> None:
    with pytest.raises(FileNotFoundError):
        read("cards/none.jpg")


def environment(monkeypatch: pytest.MonkeyPatch, value: str) -> dict[str, Any]:
    monkeypatch.setenv("PHOTO_STORAGE_URL", value)
    return Environment(Path()).photo_storage("PHOTO_STORAGE_URL")


def test_a_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = environment(monkeypatch, "")["BACKEND"]
    assert backend == f"{AtomicFileStorage.__module__}.{AtomicFileStorage.__name__}"


def test_a_bucket_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "s3://pictures/shop/eu?region=eu-central-1&endpoint=https://storage.example:9000"
    options = environment(monkeypatch, url)["OPTIONS"]
    assert (options["bucket_name"], options["location"]) == ("pictures", "shop/eu")
    assert options["region_name"] == "eu-central-1"
    assert options["endpoint_url"] == "https://storage.example:9000"


@pytest.mark.parametrize("value", ["/folder", "s3://", "s3:bucket", "s3://b?key=1", "gs://bucket"])
def test_a_wrong_address_stops_the_start(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PHOTO_STORAGE_URL"):
        environment(monkeypatch, value)


def test_a_bucket_without_the_extra_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore.config", None)
    with pytest.raises(ImproperlyConfigured, match=r"PHOTO_STORAGE_URL.*\[s3\]"):
        environment(monkeypatch, "s3://pictures")
