"""A death at any step of attaching, and two at once: files and row always agree."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import connection

from answers.models import Puzzle
from answers.photos import attach, attach_photo, files_exist, photo_url
from tests.make import NOW, ROOT, make_puzzle, process_environment
from tests.pictures import make_picture

pytestmark = pytest.mark.django_db(transaction=True)

# The process dies as if by a power cut: no exception, no clean-up, no rollback of its own.
DYING = """
import os, sys
import django
django.setup()
from answers.models import Puzzle
from answers.photos import attach, storage
from tests.make import NOW
from tests.pictures import make_picture

def die(*arguments, **options):
    os._exit(9)

def after(function, calls=1):
    left = [calls]
    def wrapper(*arguments, **options):
        function(*arguments, **options)
        left[0] -= 1
        if not left[0]:
            os._exit(9)
    return wrapper

step = sys.argv[1]
if step == "before the pictures": attach.process = die
if step == "within the first file": os.fsync = die
if step == "after the first file": attach.store = after(attach.store)
if step == "before the row": attach._name_files = die
if step == "before the commit": Puzzle.save = after(Puzzle.save, 1 if sys.argv[2] == "ready" else 2)
if step == "before the share card": attach.refresh_share_card = die
attach.attach_photo(40, make_picture(2), NOW)
"""
STEPS = [
    "before the pictures",
    "within the first file",
    "after the first file",
    "before the row",
    "before the commit",
    "before the share card",
]


def row() -> Puzzle:
    return Puzzle.objects.get(number=40)


@pytest.fixture(autouse=True)
def own_media_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.parametrize("state_before", ["none", "ready"])
@pytest.mark.parametrize("step", STEPS)
def test_a_death_leaves_no_half_ready_photo(step: str, state_before: str) -> None:
    make_puzzle(40)
    before = attach_photo(40, make_picture(1), NOW) if state_before == "ready" else row()
    died = subprocess.run(
        [sys.executable, "-c", DYING, step, state_before],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert died.returncode == 9, died.stderr
    after = row()
    if step == "before the share card":
        assert (after.image_state, after.card_key) == ("ready", "")
        assert after.image_key != before.image_key
    else:
        assert after.image_state == ("ready" if state_before == "ready" else "processing")
        assert (after.image_key, after.version) == (before.image_key, before.version)
    if after.image_state == "ready":
        assert files_exist(after.image_key, after.image_width)
    mended = attach_photo(40, make_picture(2), NOW)
    assert (mended.image_state, mended.card_key != "") == ("ready", True)
    assert files_exist(mended.image_key, mended.image_width)


def test_a_death_within_a_file_leaves_no_name_that_is_served(client: Any, tmp_path: Path) -> None:
    make_puzzle(40)
    subprocess.run(
        [sys.executable, "-c", DYING, "within the first file", "none"],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        capture_output=True,
        check=False,
    )
    (left,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert left.name.startswith(".")
    assert client.get(f"/media/photos/{left.name}").status_code == 404
    mended = attach_photo(40, make_picture(2), NOW)
    assert client.get(photo_url(mended.image_key, 400, "webp")).getvalue()


def test_of_two_at_once_one_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have read the row before either wrote it, unless the row is locked."""
    make_puzzle(40)
    name_files = attach._name_files

    def slowly(puzzle: Puzzle, key: str, photo: attach.Photo) -> None:
        time.sleep(0.5)
        name_files(puzzle, key, photo)

    monkeypatch.setattr(attach, "_name_files", slowly)
    both_begin = threading.Barrier(2)
    errors: list[BaseException] = []

    def attach_one(seed: int, size: tuple[int, int]) -> None:
        content = make_picture(seed, size)
        both_begin.wait()
        try:
            attach_photo(40, content, NOW)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    sizes = [(600, 450), (500, 500)]
    threads = [
        threading.Thread(target=attach_one, args=(seed, size)) for seed, size in enumerate(sizes)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    puzzle = row()
    assert (puzzle.image_state, puzzle.version) == ("ready", 3)  # none of the two was lost
    assert (puzzle.image_width, puzzle.image_height) in sizes
    assert files_exist(puzzle.image_key, puzzle.image_width)
    assert default_storage.exists(f"cards/{puzzle.card_key}.jpg")
