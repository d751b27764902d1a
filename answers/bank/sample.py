"""The sample bank of `make run`: products of the project's own, on days around today."""

from datetime import datetime
from pathlib import Path

from answers.bank.apply import Load, load_bank
from answers.bank.images import attach_images, find_images
from answers.bank.parse import parse_bank
from answers.models import ImageState, Puzzle
from costcodle import clock

FOLDER = Path(__file__).parent.parent / "sample"
DAYS_BEFORE = 45


def load_sample(now: datetime) -> Load | None:
    """Loads the sample bank with its pictures so that its 46th puzzle is today's.

    None when the bank has a puzzle already: on a later day the sample's numbers would fall on
    other days than those of puzzles that were played. Pictures that an earlier, killed load didn't
    come to are attached all the same.
    """
    loaded = Puzzle.objects.exists()
    waiting = Puzzle.objects.filter(image_state=ImageState.PROCESSING)
    if loaded and not waiting:
        return None
    file = FOLDER / "bank.csv"
    rows = parse_bank(file.read_bytes(), file.name).rows
    first_day = clock.today(now) - DAYS_BEFORE * clock.ONE_DAY
    images, _ = find_images(rows, FOLDER / "pictures")
    if loaded:
        names = {row.number: row.values["name"] for row in rows}
        attach_images([each for each in waiting if names.get(each.number) == each.name], images)
        return None
    load = load_bank(rows, now, start_day=first_day, awaits_photo=images)
    attach_images(load.created, images)
    return load
