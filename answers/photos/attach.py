"""Attaching a photo to a puzzle: none → processing → ready, or failed with the reason."""

from datetime import datetime

from django.db import transaction

from answers.models import ImageState, Puzzle
from answers.photos.cards import make_share_card
from answers.photos.names import keyed_name, photo_path
from answers.photos.pipeline import Photo, process
from answers.photos.refusals import RefusedPhoto
from answers.photos.storage import store
from costcodle import clock

PHOTO_FIELDS = ("image_state", "image_error", "image_key", "image_width", "image_height")


def attach_photo(number: int, content: bytes, now: datetime) -> Puzzle:
    """Makes `content` the photo of a puzzle; returns it `ready`, or `failed` with the reason.

    1. A puzzle without a ready photo is marked `processing`.
    2. The pictures are made and their files written, outside any transaction.
    3. One short transaction names them in the puzzle's row and raises its version.

    A crash before 3 leaves `processing`, or the photo that was there, and at most files that
    nobody names; attaching again is the mend. Of two at once the last one to commit stays,
    whole. A refused upload replaces the photo as well: the old one may show another product.
    Raises Puzzle.DoesNotExist.
    """
    _mark_processing(number)
    try:
        photo = process(content)
    except RefusedPhoto as refusal:
        return _settle(number, image_state=ImageState.FAILED, image_error=str(refusal))
    key = _store(photo)
    _settle(
        number,
        image_state=ImageState.READY,
        image_key=key,
        image_width=photo.width,
        image_height=photo.height,
    )
    return refresh_share_card(number, now)


def refresh_share_card(number: int, now: datetime) -> Puzzle:
    """Makes the share picture of a puzzle fit its row; called after whatever changes the row.

    The picture is made first. The row takes it only if it still is the row that was drawn;
    else whoever changed it calls this too, after its own commit. A puzzle without a ready photo
    has no share picture, and one whose game is over needs none.
    """
    puzzle = Puzzle.objects.get(number=number)
    if not puzzle.photo_ready or clock.is_over(puzzle.day, now):
        return puzzle
    drawn = {name: getattr(puzzle, name) for name in ("name", "image_state", "image_key")}
    puzzle.card_key = make_share_card(puzzle)
    Puzzle.objects.filter(number=number, **drawn).update(card_key=puzzle.card_key)
    return puzzle


def _mark_processing(number: int) -> None:
    """Says that work has begun. A ready photo stays ready until its successor is."""
    with transaction.atomic():
        puzzle = Puzzle.objects.select_for_update(no_key=True).get(number=number)
        if not puzzle.photo_ready:
            puzzle.image_state, puzzle.image_error = ImageState.PROCESSING, ""
            puzzle.save(update_fields=["image_state", "image_error"])


def _store(photo: Photo) -> str:
    """Writes the files of a photo and returns their key, which names exactly these bytes."""
    key = keyed_name("photo", *photo.files.values())
    for (width, file_format), content in photo.files.items():
        store(photo_path(key, width, file_format), content)
    return key


def _settle(
    number: int,
    *,
    image_state: ImageState,
    image_error: str = "",
    image_key: str = "",
    image_width: int = 0,
    image_height: int = 0,
) -> Puzzle:
    with transaction.atomic():
        puzzle = Puzzle.objects.select_for_update(no_key=True).get(number=number)
        if puzzle.image_key != image_key:
            puzzle.version += 1
            puzzle.card_key = ""
        puzzle.image_state, puzzle.image_error = image_state, image_error
        puzzle.image_key = image_key
        puzzle.image_width, puzzle.image_height = image_width, image_height
        puzzle.save(update_fields=[*PHOTO_FIELDS, "card_key", "version"])
    return puzzle
