"""Uploads that are not taken as photos, each with its own sentence."""

import io
import random
import struct
import subprocess
import sys
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from answers.photos import refusals
from answers.photos.pipeline import process
from answers.photos.refusals import RefusedPhoto
from tests.make import ROOT, process_environment
from tests.pictures import encoded, make_picture

pytestmark = pytest.mark.engine_free
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'


def refusal_of(content: bytes) -> str:
    with pytest.raises(RefusedPhoto) as raised:
        process(content)
    return str(raised.value)


def animated(file_format: str) -> bytes:
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("red", "blue")]
    return encoded(frames[0], file_format, save_all=True, append_images=frames[1:], duration=100)


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises width × height pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def webp_that_claims(width: int, height: int) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunks = b"VP8X" + struct.pack("<I", 10) + bytes(4) + sides
    picture = make_picture(file_format="WEBP")[12:]
    return b"RIFF" + struct.pack("<I", 4 + len(chunks + picture)) + b"WEBP" + chunks + picture


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("index.html", "<script>alert(1)</script>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", refusals.EMPTY),
        (b"not a picture at all", refusals.NOT_A_PICTURE),
        (b"%PDF-1.7\n" + b"0" * 500, refusals.NOT_A_PICTURE),
        (b"\xff\xd8\xff" + b"\0" * 500, refusals.NOT_A_PICTURE),
        (encoded(Image.new("RGB", (90, 90)), "BMP"), refusals.NOT_A_PICTURE),
        (encoded(Image.new("RGB", (90, 90)), "TIFF"), refusals.NOT_A_PICTURE),
        (encoded(Image.new("P", (90, 90)), "GIF"), refusals.NOT_A_PICTURE),
        (make_picture() + b"\0" * 15 * 1024 * 1024, refusals.TOO_LARGE),
        (png_that_claims(7072, 7071), refusals.TOO_MANY_PIXELS),  # just over 50 megapixels
        (png_that_claims(12_000, 12_000), refusals.TOO_MANY_PIXELS),  # Pillow warns
        (png_that_claims(60_000, 60_000), refusals.TOO_MANY_PIXELS),  # Pillow raises
        (webp_that_claims(16_383, 16_383), refusals.TOO_MANY_PIXELS),
        (animated("GIF"), refusals.ANIMATED),
        (animated("WEBP"), refusals.ANIMATED),
        (animated("PNG"), refusals.ANIMATED),
        (SVG, refusals.SVG),
        (b'\xef\xbb\xbf\n<?xml version="1.0"?><!-- x -->' + SVG, refusals.SVG),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 100, refusals.HEIC),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic" + b"\0" * 100, refusals.HEIC),
        (make_picture(size=(49, 300)), refusals.TOO_SMALL),
        (make_picture(size=(3300, 60)), refusals.TOO_SMALL),  # 29 high when stored
    ],
)
def test_each_refusal_has_its_sentence(content: bytes, sentence: str) -> None:
    assert refusal_of(content) == sentence


@pytest.mark.parametrize("size", [(50, 50), (7000, 7000)])
def test_the_first_sizes_that_are_taken(size: tuple[int, int]) -> None:
    assert process(encoded(Image.new("L", size))).width <= 1600


def test_exactly_fifteen_megabytes_are_taken() -> None:
    picture = make_picture()
    assert process(picture.ljust(refusals.MAX_BYTES, b"\0")).width == 600


def noise(file_format: str) -> bytes:
    """A picture that hardly compresses, so that a cut goes through its pixels."""
    return encoded(
        Image.frombytes("RGB", (120, 90), random.Random(1).randbytes(32400)), file_format
    )


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("left", [0.5, 0.9, 0.999, -2, -1])
def test_a_picture_cut_short_is_refused(file_format: str, left: float) -> None:
    content = noise(file_format)
    cut = content[: int(left * len(content)) if left > 0 else int(left)]
    assert refusal_of(cut) in (refusals.CUT_SHORT, refusals.NOT_A_PICTURE)
    assert process(content).width == 120


def test_damaged_pixels_are_refused() -> None:
    content = bytearray(make_picture(file_format="PNG"))
    middle = len(content) // 2
    content[middle : middle + 100] = b"\xff" * 100
    assert refusal_of(bytes(content)) == refusals.CUT_SHORT


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    "foreign", [archive(), b"<script>alert(1)</script>", b"%PDF-1.7", b"\0\0MZ\x90", SVG]
)
def test_a_picture_with_something_else_behind_it_is_refused(
    file_format: str, foreign: bytes
) -> None:
    picture = make_picture(file_format=file_format)
    assert refusal_of(picture + foreign) == refusals.FOREIGN_DATA
    assert process(picture + bytes(64)).width == 600  # some writers pad with zeros


def test_foreign_data_behind_a_phones_further_picture_are_refused() -> None:
    assert refusal_of(make_picture(1) + make_picture(2) + archive()) == refusals.FOREIGN_DATA


def test_what_hides_inside_a_picture_does_not_come_out() -> None:
    hidden = b"<?php system($_GET[0]); ?>" + archive()
    for content in process(make_picture(comment=hidden)).files.values():
        assert b"<?php" not in content
        assert b"PK\x03\x04" not in content


MEMORY_PROBE = """
import resource, sys
import django
django.setup()
from answers.photos.pipeline import process
from answers.photos.refusals import RefusedPhoto
content = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, resource.RLIM_INFINITY))
try:
    process(content)
except RefusedPhoto as refusal:
    print(refusal)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize(
    "bomb",
    [
        png_that_claims(65_000, 65_000),
        png_that_claims(8_000, 7_000),
        webp_that_claims(16_383, 16_383),
    ],
)
def test_a_decompression_bomb_costs_no_memory(bomb: bytes) -> None:
    """In a process of its own, which may not even reserve what the largest one asks for.

    A WebP's reservation is made as soon as it is opened, but none of it is touched.
    """
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", MEMORY_PROBE],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        input=bomb,
        capture_output=True,
        check=False,
    )
    sentence, kilobytes = ran.stdout.decode().splitlines()
    assert sentence == refusals.TOO_MANY_PIXELS
    assert int(kilobytes) < 30_000


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
@given(data=st.data())
@settings(max_examples=60)
def test_broken_bytes_are_a_photo_or_a_refusal_and_never_another_error(
    file_format: str, data: st.DataObject
) -> None:
    content = bytearray(make_picture(size=(60, 60), file_format=file_format))
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        process(bytes(content))
    except RefusedPhoto as refusal:
        assert str(refusal)
