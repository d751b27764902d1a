"""Plain makers of uploads, and readers of what a finished picture still says of itself."""

import io
import random
from typing import Any

from PIL import Image, ImageCms

from tests.make import SHARED

CAMERA_FILES = SHARED / "photos"


def encoded(image: Image.Image, file_format: str = "JPEG", **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, file_format, **options)
    return buffer.getvalue()


def decoded(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def make_picture(
    seed: int = 1, size: tuple[int, int] = (600, 450), file_format: str = "JPEG", **options: Any
) -> bytes:
    """A picture of coloured blocks, another one for each seed."""
    blocks = Image.frombytes("RGB", (4, 3), random.Random(seed).randbytes(36))
    return encoded(blocks.resize(size), file_format, **options)


def four_corners(size: tuple[int, int] = (200, 120)) -> Image.Image:
    """Red, green, blue and white quarters: shows every turn and every mirroring."""
    image = Image.new("RGB", (2, 2))
    for place, colour in (((0, 0), "red"), ((1, 0), "lime"), ((0, 1), "blue"), ((1, 1), "white")):
        image.putpixel(place, tuple(Image.new("RGB", (1, 1), colour).tobytes()))
    return image.resize(size, Image.Resampling.NEAREST)


def corners(image: Image.Image) -> list[str]:
    """The names of the colours in the four quarters, row by row."""
    names = {(1, 0, 0): "red", (0, 1, 0): "lime", (0, 0, 1): "blue", (1, 1, 1): "white"}
    width, height = image.size
    places = [(x * width // 4, y * height // 4) for y in (1, 3) for x in (1, 3)]
    rgb = image.convert("RGB")
    pixels = [rgb.getpixel(place) for place in places]
    return [names.get(tuple(round(level / 255) for level in pixel), "other") for pixel in pixels]


def srgb_profile() -> bytes:
    return bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())


def swapped_profile() -> bytes:
    """A colour profile in which red means blue and blue means red."""
    profile = srgb_profile().replace(b"rXYZ", b"????")
    return profile.replace(b"bXYZ", b"rXYZ").replace(b"????", b"bXYZ")


def blocks_of(content: bytes) -> set[str]:
    """The kinds of blocks of a JPEG or WebP, read without Pillow."""
    return _webp_blocks(content) if content.startswith(b"RIFF") else _jpeg_blocks(content)


def _jpeg_blocks(content: bytes) -> set[str]:
    kinds, position = set(), 2
    while content[position + 1] != 0xDA:
        kinds.add(f"{content[position + 1]:02X}")
        position += 2 + int.from_bytes(content[position + 2 : position + 4], "big")
    # From the first scan on there are only tables and scans, up to the end mark.
    rest = content[position:]
    for marker in range(0xE0, 0xF0):
        if bytes((0xFF, marker)) in rest:
            kinds.add(f"{marker:02X}")
    return kinds


def _webp_blocks(content: bytes) -> set[str]:
    kinds, position = set(), 12
    while position < len(content):
        length = int.from_bytes(content[position + 4 : position + 8], "little")
        kinds.add(content[position : position + 4].decode())
        position += 8 + length + length % 2
    return kinds


# What a picture is made of, without any block for metadata: JFIF, tables, frames; plain pixels.
BARE_JPEG = {"E0", "DB", "C0", "C2", "C4"}
BARE_WEBP = {"VP8 "}


def is_bare(content: bytes) -> bool:
    """True when a finished file has no metadata block of any kind."""
    return blocks_of(content) <= (BARE_WEBP if content.startswith(b"RIFF") else BARE_JPEG)
