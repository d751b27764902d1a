"""The way of a photo through its states, on a real database and a real folder."""

import io
import random

import pytest
from PIL import Image

from answers.models import Puzzle
from answers.photos import attach_photo, card_url, files_exist, photo_url
from answers.photos.names import card_path
from tests.make import NOW, make_puzzle


def picture(seed: int = 1, size: tuple[int, int] = (600, 450), file_format: str = "JPEG") -> bytes:
    """A picture of random blocks, different for each seed."""
    image = Image.frombytes("RGB", (8, 6), random.Random(seed).randbytes(144)).resize(size)
    buffer = io.BytesIO()
    image.save(buffer, file_format)
    return buffer.getvalue()


@pytest.mark.django_db
def test_a_photo_becomes_ready_with_its_files_and_share_card() -> None:
    make_puzzle(40)
    returned = attach_photo(40, picture(), NOW)
    puzzle = Puzzle.objects.get(number=40)
    assert returned.image_state == puzzle.image_state == "ready"
    assert (puzzle.image_width, puzzle.image_height, puzzle.version) == (600, 450, 2)
    assert files_exist(puzzle.image_key, 600)
    assert puzzle.card_key == returned.card_key != ""
    assert card_path(puzzle.card_key) in card_url(puzzle.card_key)
    assert photo_url(puzzle.image_key, 400, "webp").startswith("/media/photos/")


@pytest.mark.django_db
def test_a_refused_upload_is_failed_with_the_reason() -> None:
    make_puzzle(40)
    returned = attach_photo(40, b"not a picture", NOW)
    puzzle = Puzzle.objects.get(number=40)
    assert returned.image_state == puzzle.image_state == "failed"
    assert "JPEG, PNG or WebP" in puzzle.image_error
    assert (puzzle.image_key, puzzle.version) == ("", 1)
