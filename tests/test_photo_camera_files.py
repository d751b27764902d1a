"""Real files of cameras: they come out upright, with nothing of what the camera wrote."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from answers.photos.pipeline import process
from tests.make import NO_SHARED
from tests.pictures import CAMERA_FILES, blocks_of, decoded, is_bare

pytestmark = [
    pytest.mark.engine_free,
    pytest.mark.skipif(not CAMERA_FILES.is_dir(), reason=NO_SHARED),
]
FILES = sorted(CAMERA_FILES.glob("*.jpg"))
GPS, CAMERA_MAKER = 0x8825, 0x010F


def small(content: bytes) -> Image.Image:
    return decoded(content).convert("L").resize((60, 40))


def difference(one: bytes, other: bytes) -> float:
    """Mean difference of two pictures of the same scene, in levels of 255."""
    return float(ImageStat.Stat(ImageChops.difference(small(one), small(other))).mean[0])


def test_some_of_the_files_have_positions_and_cameras() -> None:
    """Else the other tests would show nothing."""
    exifs = [decoded(path.read_bytes()).getexif() for path in FILES]
    assert any(exif.get_ifd(GPS) for exif in exifs)
    assert any(exif.get(CAMERA_MAKER) for exif in exifs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_output_has_any_metadata(path: Path) -> None:
    for content in process(path.read_bytes()).files.values():
        assert is_bare(content), blocks_of(content)
        assert not decoded(content).getexif()
        assert set(decoded(content).info) <= {
            *("jfif", "jfif_version", "jfif_unit", "jfif_density", "progressive", "progression"),
            *("loop", "background", "timestamp", "duration"),  # Pillow's own words for any WebP
        }


@pytest.mark.parametrize("flag", [3, 6, 8])
def test_turned_files_come_out_as_the_upright_one(flag: int) -> None:
    upright = process((CAMERA_FILES / "landscape-orientation-0.jpg").read_bytes())
    turned = process((CAMERA_FILES / f"landscape-orientation-{flag}.jpg").read_bytes())
    assert (turned.width, turned.height) == (upright.width, upright.height) == (1600, 1067)
    for place, content in turned.files.items():
        assert difference(content, upright.files[place]) < 5
    on_its_head = small(turned.files[800, "jpg"]).transpose(Image.Transpose.ROTATE_180)
    apart = ImageChops.difference(on_its_head, small(upright.files[800, "jpg"]))
    assert ImageStat.Stat(apart).mean[0] > 20  # the comparison sees a wrong turn
