"""From uploaded bytes to the files of a photo. Pure: bytes in, bytes out, or a refusal.

1. Refused before decoding: by size, kind, claimed pixels, animation and foreign data.
2. Decoded once, near the size that is needed.
3. Turned upright, brought to sRGB, put on white.
4. Painted on a new canvas, which has no metadata to forget about.
5. Resized and encoded, each width as WebP and JPEG.
"""

import io
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageCms

from answers.photos import containers, refusals
from answers.photos.names import STEPS, widths
from answers.photos.refusals import RefusedPhoto

BOX = STEPS[-1]  # no stored side is longer
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")  # GIF only to say what is wrong with it
_ORIENTATION = 0x0112
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@dataclass(frozen=True)
class Photo:
    """The finished files of one photo, by width and format, and the size of the largest."""

    width: int
    height: int
    files: dict[tuple[int, str], bytes]


@lru_cache(maxsize=1)  # a bank may give one picture to several products in a row
def process(content: bytes) -> Photo:
    """Makes every file of a photo. Raises RefusedPhoto with a sentence for people."""
    image = _open(content)
    try:
        canvas = _canvas(image)
    except Exception as error:
        # Hostile or broken bytes can raise nearly anything in a decoder.
        raise RefusedPhoto(refusals.CUT_SHORT) from error
    files = {}
    for width in widths(canvas.width):
        height = max(1, round(canvas.height * width / canvas.width))
        resized = canvas.resize((width, height), Image.Resampling.LANCZOS)
        files[width, "webp"] = encode(resized, "WEBP", quality=80, method=4)
        files[width, "jpg"] = encode(resized, "JPEG", quality=82, progressive=True)
    return Photo(canvas.width, canvas.height, files)


def encode(image: Image.Image, file_format: str, **options: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, file_format, **options)
    return buffer.getvalue()


def _open(content: bytes) -> Image.Image:
    """The picture with only its header read, or a refusal."""
    if not content:
        raise RefusedPhoto(refusals.EMPTY)
    if len(content) > refusals.MAX_BYTES:
        raise RefusedPhoto(refusals.TOO_LARGE)
    if containers.is_svg(content):
        raise RefusedPhoto(refusals.SVG)
    if containers.is_heif(content):
        raise RefusedPhoto(refusals.HEIC)
    try:
        image = Image.open(io.BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise RefusedPhoto(refusals.TOO_MANY_PIXELS) from error
    except Exception as error:
        raise RefusedPhoto(refusals.NOT_A_PICTURE) from error
    width, height = image.size
    if width * height > refusals.MAX_PIXELS:
        raise RefusedPhoto(refusals.TOO_MANY_PIXELS)
    # MPO is a JPEG with further pictures behind the first; phones write it for still photos.
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise RefusedPhoto(refusals.ANIMATED)
    if image.format == "GIF":
        raise RefusedPhoto(refusals.NOT_A_PICTURE)
    width, height = _fitting(*image.size)
    if min(width, height) < refusals.MIN_SIDE:
        raise RefusedPhoto(refusals.TOO_SMALL)
    _check_end(content)
    return image


def _check_end(content: bytes) -> None:
    try:
        end = containers.picture_end(content)
    except ValueError as error:
        raise RefusedPhoto(refusals.CUT_SHORT) from error
    if end < len(content):
        raise RefusedPhoto(refusals.FOREIGN_DATA)


def _fitting(width: int, height: int) -> tuple[int, int]:
    """The size in which a picture is stored: as it is, or shrunk to the box."""
    scale = min(1.0, BOX / width, BOX / height)
    return round(width * scale), round(height * scale)


def _canvas(image: Image.Image) -> Image.Image:
    """The whole picture upright in sRGB on white, at most as large as the box, nothing else."""
    orientation = _orientation(image)
    width, height = _fitting(*image.size)
    image.draft(image.mode, (width, height))  # a JPEG decodes straight to a half, a quarter…
    image.load()
    profile = image.info.get("icc_profile")
    if image.mode in ("P", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
    image = image.resize((width, height), Image.Resampling.LANCZOS)
    colours = _to_srgb(image, profile)
    canvas = Image.new("RGB", image.size, "white")
    canvas.paste(colours, mask=image.getchannel("A") if "A" in image.getbands() else None)
    return canvas.transpose(_UPRIGHT[orientation]) if orientation in _UPRIGHT else canvas


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:
        return 1  # unreadable camera data are no reason to refuse a readable picture


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """The colours in sRGB; without a usable profile taken as sRGB, or converted plainly."""
    if image.mode.startswith("I"):  # 16 bits of grey: keep the upper eight
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode in ("RGBA", "LA", "La", "RGBa"):
        image = image.convert("RGB")
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            target = ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a broken profile, or one of other channels than the picture has
        else:
            return converted or image
    return image.convert("RGB")
