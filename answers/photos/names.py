"""Names of stored pictures.

A plain hash of a picture would tell its content to whoever can draw the same picture: the card
with the price of tomorrow could be tried out, price by price. So names are keyed.
"""

from django.utils.crypto import salted_hmac

PHOTO_FORMATS = ("webp", "jpg")
STEPS = (400, 800, 1600)  # a phone's half, a phone or a desktop column, a large sharp screen


def keyed_name(purpose: str, *contents: bytes) -> str:
    """32 hex digits for these contents; only who has SECRET_KEY can compute them.

    A name stands for its content for good. After a change of SECRET_KEY old names stay valid,
    since they are stored, not computed again.
    """
    joined = b"".join(b"%d:" % len(content) + content for content in contents)
    return salted_hmac(f"answers.photos.{purpose}", joined, algorithm="sha256").hexdigest()[:32]


def widths(image_width: int) -> list[int]:
    """The widths in pixels, rising, in which a photo is stored whose largest file is this wide."""
    return [*(step for step in STEPS if step < image_width), image_width]


def photo_path(key: str, width: int, file_format: str) -> str:
    return f"photos/{key}-{width}.{file_format}"


def card_path(card_key: str) -> str:
    return f"cards/{card_key}.jpg"
