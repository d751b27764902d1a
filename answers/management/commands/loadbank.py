"""`manage.py loadbank`: the question bank from a file, all of it or nothing."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from answers.bank import fields
from answers.bank.apply import Load, load_bank
from answers.bank.images import attach_images, find_images, names_file, puzzles_to_attach
from answers.bank.parse import MOST_BYTES, parse_bank
from answers.bank.rows import Fault, Row
from answers.management.plain import PlainCommand
from answers.models import ImageState, Puzzle
from costcodle import clock


def day(text: str) -> date:
    """For argparse: a day of the calendar."""
    try:
        return fields.read_day(text)
    except fields.Unfit as unfit:
        raise argparse.ArgumentTypeError(str(unfit)) from None


class Command(PlainCommand):
    help = (
        "Loads a question bank from a CSV file with the columns number, day, name, size, price,"
        " price_note, price_as_of, source, description and image (the last is a file name), or"
        " from the games.json of the original game. Everything is loaded or, when a row has a"
        " fault, nothing. Puzzles whose day has begun are never changed. Loading the same file"
        " again changes nothing. Exit code 1 when nothing was loaded or a photo was refused."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a CSV or JSON file, UTF-8")
        parser.add_argument(
            "--start-day",
            metavar="YYYY-MM-DD",
            type=day,
            help="the day of the file's first number; the others follow by their numbers"
            " (default: as the file says, else as the bank goes on, else today)",
        )
        parser.add_argument(
            "--images", metavar="DIR", type=Path, help="the folder with the photos that rows name"
        )
        parser.add_argument(
            "--replace", action="store_true", help="change coming puzzles that differ from the file"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be done and write nothing"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object on stdout")

    def handle(self, **options: Any) -> None:
        self.as_json: bool = options["json"]
        self.dry_run: bool = options["dry_run"]
        replace: bool = options["replace"]
        bank = parse_bank(_read(options["file"]), options["file"].name)
        images: dict[int, Path] = {}
        if options["images"] and not bank.faults:
            images, bank.faults = find_images(bank.rows, _folder(options["images"]))
        if bank.faults:
            self.refuse(bank.faults)
        load = load_bank(
            bank.rows,
            clock.utc_now(),
            start_day=options["start_day"],
            replace=replace,
            dry_run=self.dry_run,
            awaits_photo=images,
        )
        if load.faults:
            self.refuse(load.faults)
        allowed = puzzles_to_attach(load, replace=replace)
        attached = [] if self.dry_run else attach_images(allowed, images)
        refused = [puzzle for puzzle in attached if puzzle.image_state == ImageState.FAILED]
        if not options["images"]:
            photos = _photos_left(bank.rows)
        elif self.dry_run:
            photos = f"photos to attach: {sum(puzzle.number in images for puzzle in allowed)}"
        else:
            photos = f"photos attached: {len(attached) - len(refused)}"
        self.report(load, refused, photos)
        if refused:
            sys.exit(1)

    def refuse(self, faults: list[Fault]) -> None:
        if self.as_json:
            self.write_json(Load().counts | {"faults": [fault.as_json() for fault in faults]})
        else:
            for fault in faults:
                self.stdout.write(str(fault))
        raise CommandError(
            f"Nothing was loaded. Faults: {len(faults)}, listed above with their lines;"
            " mend them and load the file again."
        )

    def report(self, load: Load, refused: list[Puzzle], photos: str) -> None:
        if self.as_json:
            rows = {
                "left_alone_rows": [fault.as_json() for fault in load.left_alone],
                "photos_put_aside": [note.as_json() for note in load.photos_put_aside.values()],
                "photos_refused": [
                    {"puzzle": puzzle.number, "reason": puzzle.image_error} for puzzle in refused
                ],
                "dry_run": self.dry_run,
            }
            told = {name: value for name, value in rows.items() if value}
            self.write_json(load.counts | {"faults": []} | told)
            return
        for note in (*load.left_alone, *load.photos_put_aside.values()):
            self.stdout.write(str(note))
        for puzzle in refused:
            self.stdout.write(f"Puzzle {puzzle.number}: photo refused. {puzzle.image_error}")
        counts = load.counts
        done = f"{counts['created']} created, {counts['changed']} changed"
        done += f", {counts['unchanged']} unchanged, {counts['left_alone']} left alone"
        done += f"; {photos}" if photos else ""
        self.stdout.write(done + (" (dry run, nothing written)." if self.dry_run else "."))


def _photos_left(rows: list[Row]) -> str:
    """What to say of a load without --images; nothing where no row names a photo."""
    num_named = sum(map(names_file, rows))
    return f"photos named: {num_named}, give their folder with --images" if num_named else ""


def _read(path: Path) -> bytes:
    """The content of a file, one byte more than a bank may have at most."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(
            f"{path} can't be read ({error.strerror}); give a CSV or JSON file."
        ) from None


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise CommandError(f"{path} is no folder; give the one that holds the photos.")
    return path
