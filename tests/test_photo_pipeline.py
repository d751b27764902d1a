"""What comes out of the photo pipeline."""

import io

import pytest
from PIL import Image, PngImagePlugin

from answers.photos.pipeline import BOX, process
from tests.pictures import (
    blocks_of,
    corners,
    decoded,
    encoded,
    four_corners,
    is_bare,
    make_picture,
    srgb_profile,
    swapped_profile,
)

pytestmark = pytest.mark.engine_free
UPRIGHT = ["red", "lime", "blue", "white"]
ORIENTATION = 0x0112


@pytest.mark.parametrize(
    ("size", "stored", "widths"),
    [
        ((2400, 1800), (1600, 1200), [400, 800, 1600]),
        ((1200, 900), (1200, 900), [400, 800, 1200]),
        ((1200, 2400), (800, 1600), [400, 800]),
        ((401, 300), (401, 300), [400, 401]),
        ((400, 300), (400, 300), [400]),
        ((100, 68), (100, 68), [100]),
    ],
)
def test_widths_follow_the_size_and_nothing_is_enlarged(
    size: tuple[int, int], stored: tuple[int, int], widths: list[int]
) -> None:
    photo = process(make_picture(size=size))
    assert (photo.width, photo.height) == stored
    assert max(stored) <= BOX
    assert list(photo.files) == [(width, kind) for width in widths for kind in ("webp", "jpg")]
    for (width, kind), content in photo.files.items():
        image = decoded(content)
        assert image.format == {"webp": "WEBP", "jpg": "JPEG"}[kind]
        assert image.size == (width, round(stored[1] * width / stored[0]))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
def test_every_orientation_comes_out_upright(orientation: int, file_format: str) -> None:
    turns = [
        None,
        Image.Transpose.FLIP_LEFT_RIGHT,
        Image.Transpose.ROTATE_180,
        Image.Transpose.FLIP_TOP_BOTTOM,
        Image.Transpose.TRANSPOSE,
        Image.Transpose.ROTATE_90,
        Image.Transpose.TRANSVERSE,
        Image.Transpose.ROTATE_270,
    ]
    turn = turns[orientation - 1]
    image = four_corners() if turn is None else four_corners().transpose(turn)
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    photo = process(encoded(image, file_format, exif=exif))
    assert (photo.width, photo.height) == (200, 120)
    assert all(corners(decoded(content)) == UPRIGHT for content in photo.files.values())


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_unknown_orientation_changes_nothing(orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    photo = process(encoded(four_corners(), exif=exif))
    assert corners(decoded(photo.files[200, "jpg"])) == UPRIGHT


@pytest.mark.parametrize("entry", [b"\2\0\2\0\0\0ab\0\0", b"\3\0\2\0\0\0\6\0\6\0"])
def test_an_orientation_that_is_no_number_changes_nothing(entry: bytes) -> None:
    """A text, and two numbers at once, as a camera's broken software may write them."""
    directory = b"II*\0\x08\0\0\0\1\0\x12\x01" + entry + bytes(4)
    photo = process(encoded(four_corners(), exif=b"Exif\0\0" + directory))
    assert corners(decoded(photo.files[200, "jpg"])) == UPRIGHT


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_unreadable_camera_data_are_no_reason_to_refuse() -> None:
    photo = process(make_picture(exif=b"Exif\0\0II*\0\xff\xff\xff\xff" + b"\xff" * 40))
    assert photo.width == 600


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
def test_no_metadata_are_left(file_format: str) -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRET camera"
    exif.get_ifd(0x8825)[1] = "N"
    options: dict[str, object] = {"exif": exif, "icc_profile": srgb_profile()}
    if file_format == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", "SECRET text")
        options["pnginfo"] = text
    else:
        options["xmp"] = b"<x:xmpmeta>SECRET</x:xmpmeta>"
    if file_format == "JPEG":
        options["comment"] = b"SECRET comment"
    upload = make_picture(file_format=file_format, **options)
    assert b"SECRET" in upload
    for content in process(upload).files.values():
        assert is_bare(content), blocks_of(content)
        assert b"SECRET" not in content


def test_colours_of_another_profile_become_srgb() -> None:
    image = Image.new("RGB", (100, 100), (255, 0, 0))
    photo = process(encoded(image, "PNG", icc_profile=swapped_profile()))
    red, _, blue = decoded(photo.files[100, "jpg"]).getpixel((50, 50))
    assert blue > 200 > 60 > red


@pytest.mark.parametrize("profile", [b"not a profile", b"\0" * 200])
def test_a_broken_profile_is_ignored(profile: bytes) -> None:
    photo = process(encoded(four_corners(), icc_profile=profile))
    assert corners(decoded(photo.files[200, "jpg"])) == UPRIGHT


def test_a_profile_of_other_channels_is_ignored() -> None:
    image = Image.new("L", (100, 100), 90)
    photo = process(encoded(image, icc_profile=srgb_profile()))
    assert abs(decoded(photo.files[100, "jpg"]).getpixel((50, 50))[0] - 90) < 3


def test_cmyk_without_a_profile_is_converted() -> None:
    photo = process(encoded(Image.new("CMYK", (100, 100), (0, 255, 255, 0))))
    red, green, blue = decoded(photo.files[100, "jpg"]).getpixel((50, 50))
    assert (red > 200, green < 60, blue < 60) == (True, True, True)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparent_parts_become_white(mode: str) -> None:
    image = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    photo = process(encoded(image.convert(mode), "PNG"))
    assert min(decoded(photo.files[100, "jpg"]).getpixel((50, 50))) > 250


def test_a_transparent_colour_of_a_plain_png_becomes_white() -> None:
    image = Image.new("RGB", (100, 100), (10, 20, 30))
    photo = process(encoded(image, "PNG", transparency=(10, 20, 30)))
    assert min(decoded(photo.files[100, "jpg"]).getpixel((50, 50))) > 250


def test_sixteen_bits_of_grey_keep_their_brightness() -> None:
    photo = process(encoded(Image.new("I;16", (100, 100), 0x4000), "PNG"))
    assert abs(decoded(photo.files[100, "jpg"]).getpixel((50, 50))[0] - 64) < 3


def test_the_still_photo_of_a_phone_with_further_pictures_is_taken() -> None:
    buffer = io.BytesIO()
    small = Image.new("RGB", (60, 60), "red")
    four_corners().save(buffer, "MPO", save_all=True, append_images=[small])
    photo = process(buffer.getvalue())
    assert (photo.width, corners(decoded(photo.files[200, "jpg"]))) == (200, UPRIGHT)
