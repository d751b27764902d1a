"""The drawings of the sample bank."""

import csv
from pathlib import Path

import pytest
from PIL import Image

from answers.photos.pipeline import process
from tests.make import ROOT
from tools.drawings import __main__ as drawings

SAMPLE = ROOT / "answers" / "sample"
PICTURES = sorted((SAMPLE / "pictures").glob("*.webp"))

pytestmark = pytest.mark.engine_free


def test_every_product_of_the_sample_bank_has_its_picture() -> None:
    with (SAMPLE / "bank.csv").open(encoding="utf-8", newline="") as file:
        named = {row["image"] for row in csv.DictReader(file)}
    assert named == {path.name for path in PICTURES}


def test_every_picture_has_its_drawing() -> None:
    assert {path.stem for path in PICTURES} == set(drawings.DRAWINGS)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_and_is_taken_as_a_photo(path: Path) -> None:
    assert path.stat().st_size <= 25_000
    with Image.open(path) as image:
        assert image.size == (1200, 900)
    assert process(path.read_bytes()).width == 1200
