"""Why an upload is not taken as a photo. Every sentence says how to mend it."""

MAX_BYTES = 15 * 1024 * 1024
MAX_PIXELS = 50_000_000
MIN_SIDE = 50


class RefusedPhoto(Exception):
    """The upload can't become a photo; the message is one sentence for people."""


EMPTY = "The file is empty: upload the photo again."
TOO_LARGE = "The file is over 15 MB: save it smaller or with stronger compression."
TOO_MANY_PIXELS = "The picture has over 50 megapixels: make it smaller first."
TOO_SMALL = f"The picture is too small or too narrow: each side needs at least {MIN_SIDE} pixels."
SVG = "SVG drawings are not taken: export it as PNG."
HEIC = "HEIC photos are not taken: export it as JPEG first."
NOT_A_PICTURE = "This is not a picture that can be read: upload a JPEG, PNG or WebP file."
ANIMATED = "The picture is animated: upload a still one."
CUT_SHORT = "The picture is damaged or cut short: upload it again."
FOREIGN_DATA = "The file holds something else behind the picture: save the picture alone."
