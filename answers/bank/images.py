"""Photos that a bank file names, out of a folder of this machine. Web addresses are ignored."""

import sys
from pathlib import Path

from tqdm import tqdm

from answers.bank.apply import Load
from answers.bank.rows import Fault, Row
from answers.models import ImageState, Puzzle
from answers.photos import attach_photo, fail_photo
from answers.photos.attach import NO_PUZZLE
from costcodle import clock

BAR_FROM = 20  # a progress bar is worth it beyond this many photos


def names_file(row: Row) -> bool:
    return bool(row.image) and "//" not in row.image


def find_images(rows: list[Row], folder: Path) -> tuple[dict[int, Path], list[Fault]]:
    """The image file of each puzzle that names one, and a fault for each that can't be read."""
    found: dict[int, Path] = {}
    faults = []
    for row in filter(names_file, rows):
        path = _inside(folder.resolve(), row.image)
        if path:
            found[row.number] = path
        else:
            reason = f"names {row.image[:100]!r}, which is no file in the images folder"
            faults.append(Fault(row.line, "image", reason))
    return found, faults


def _inside(folder: Path, name: str) -> Path | None:
    """The readable file of this name in the folder, never one outside of it."""
    path = (folder / name).resolve()
    try:
        with path.open("rb"):
            return path if path.is_relative_to(folder) else None
    except OSError:
        return None


def puzzles_to_attach(load: Load, *, replace: bool) -> list[Puzzle]:
    """Those whose photo a load may set: new and changed ones, and coming ones without a photo.

    `replace` adds the coming ones that have one. Puzzles that had begun keep what they have, but
    for those whose photo an earlier load was about to attach when it was killed.
    """
    unchanged = [puzzle for puzzle in load.unchanged_coming if replace or not puzzle.photo_ready]
    cut_short = [puzzle for puzzle in load.unchanged_begun if awaits_photo(puzzle)]
    return [*load.created, *load.changed, *unchanged, *cut_short]


def awaits_photo(puzzle: Puzzle) -> bool:
    return puzzle.image_state == ImageState.PROCESSING


def attach_images(puzzles: list[Puzzle], images: dict[int, Path]) -> list[Puzzle]:
    """Attaches the photo of each puzzle that has one; returns these, `failed` where refused."""
    numbers = [puzzle.number for puzzle in puzzles if puzzle.number in images]
    wanted = sorted(numbers, key=images.__getitem__)  # equal files in a row are processed once
    hidden = len(wanted) <= BAR_FROM or not sys.stderr.isatty()
    return [
        _attach(number, images[number])
        for number in tqdm(wanted, unit="photo", disable=hidden, file=sys.stderr)
    ]


def _attach(number: int, path: Path) -> Puzzle:
    try:
        try:
            content = path.read_bytes()
        except OSError as error:  # it could be read when the files were listed
            return fail_photo(number, f"{path.name} can't be read any more ({error.strerror}).")
        return attach_photo(number, content, clock.utc_now())
    except Puzzle.DoesNotExist:  # somebody edits the bank while photos are attached
        return Puzzle(number=number, image_state=ImageState.FAILED, image_error=NO_PUZZLE)
