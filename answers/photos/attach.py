"""Attaching a photo to a puzzle: none → processing → ready, or failed with the reason."""

import logging
from datetime import datetime

from django.db import transaction

from answers.models import ImageState, Puzzle
from answers.photos.cards import make_share_card
from answers.photos.names import keyed_name, photo_path
from answers.photos.pipeline import Photo, process
from answers.photos.refusals import RefusedPhoto
from answers.photos.storage import store
from costcodle import clock

NO_PHOTO = {
    "image_state": ImageState.NONE,
    "image_error": "",
    "image_key": "",
    "image_width": 0,
    "image_height": 0,
}
PHOTO_FIELDS = tuple(NO_PHOTO)
NOT_WRITTEN = "The photo's files could not be written: try again."
PRODUCT_CHANGED = "The puzzle's product changed while its photo was processed: attach it again."
NO_PUZZLE = "The product was moved or deleted meanwhile: attach the photo where it is now."
logger = logging.getLogger("costcodle.photos")


def attach_photo(number: int, content: bytes, now: datetime) -> Puzzle:
    """Makes `content` the photo of a puzzle; returns it `ready`, or `failed` with the reason.

    1. A puzzle without a ready photo is marked `processing`.
    2. The pictures are made and their files written, outside any transaction.
    3. One short transaction names them in the puzzle's row and raises its version.
    4. The share picture is made anew.

    A ready photo stays until step 3 and is not lost to an upload that fails: `failed` then stands
    in the returned puzzle only. A crash before step 3 leaves `processing`, or the photo that was
    there, and at most files that nobody names; attaching again is the mend. Of two at once the
    last one to commit stays, whole. Raises Puzzle.DoesNotExist, also at the end: the product may
    be moved or deleted meanwhile.
    """
    product = _begin(number)
    try:
        photo = process(content)
        key = _store(photo)
    except RefusedPhoto as refusal:
        return fail_photo(number, str(refusal))
    except OSError as error:
        logger.warning("Files of the photo of puzzle %s can't be written: %s", number, error)
        return fail_photo(number, NOT_WRITTEN)
    with transaction.atomic():
        puzzle = _locked(number)
        same_product = _product(puzzle) == product
        if same_product:
            _name_files(puzzle, key, photo)
    return refresh_share_card(number, now) if same_product else fail_photo(number, PRODUCT_CHANGED)


def refresh_share_card(number: int, now: datetime) -> Puzzle:
    """Makes the share picture of a puzzle fit its row; called after whatever changes the row.

    The picture is made first. The row takes it only if it still is the row that was drawn;
    else whoever changed it calls this too, after its own commit. A puzzle without a ready photo
    has no share picture, and one whose game is over needs none.
    """
    puzzle = Puzzle.objects.get(number=number)
    if not puzzle.photo_ready or clock.is_over(puzzle.day, now):
        return puzzle
    try:
        card_key = make_share_card(puzzle)
    except OSError as error:
        logger.warning("Puzzle %s has no share picture: %s", number, error)
        return puzzle
    drawn = {name: getattr(puzzle, name) for name in ("name", "image_state", "image_key")}
    if Puzzle.objects.filter(number=number, **drawn).update(card_key=card_key):
        puzzle.card_key = card_key
    return puzzle


def _locked(number: int) -> Puzzle:
    return Puzzle.objects.select_for_update(no_key=True).get(number=number)


def _product(puzzle: Puzzle) -> tuple[str, str, int]:
    """What tells products apart. A photo fits wherever these are the same."""
    return puzzle.name, puzzle.size, puzzle.price_cents


def _begin(number: int) -> tuple[str, str, int]:
    """Says that work has begun, and returns the product that it is for."""
    with transaction.atomic():
        puzzle = _locked(number)
        if not puzzle.photo_ready:
            puzzle.image_state, puzzle.image_error = ImageState.PROCESSING, ""
            puzzle.save(update_fields=["image_state", "image_error"])
    return _product(puzzle)


def _store(photo: Photo) -> str:
    """Writes the files of a photo and returns their key, which names exactly these bytes."""
    key = keyed_name("photo", *photo.files.values())
    for (width, file_format), content in photo.files.items():
        store(photo_path(key, width, file_format), content)
    return key


def _name_files(puzzle: Puzzle, key: str, photo: Photo) -> None:
    """Writes the photo into the locked row; the same photo again is no change of a page."""
    if puzzle.image_key != key:
        puzzle.version += 1
        puzzle.card_key = ""
    puzzle.image_state, puzzle.image_error, puzzle.image_key = ImageState.READY, "", key
    puzzle.image_width, puzzle.image_height = photo.width, photo.height
    puzzle.save(update_fields=[*PHOTO_FIELDS, "card_key", "version"])


def fail_photo(number: int, reason: str) -> Puzzle:
    """Returns the puzzle as `failed`; its row says so too unless it has a ready photo."""
    with transaction.atomic():
        puzzle = _locked(number)
        stays = puzzle.photo_ready
        puzzle.image_state, puzzle.image_error = ImageState.FAILED, reason
        if not stays:
            puzzle.save(update_fields=["image_state", "image_error"])
    return puzzle
