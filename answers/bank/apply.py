"""Loads the rows of a bank file: all of them or none, in one transaction."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial

from django.db import transaction

from answers.bank.days import Calendar, bank_calendar
from answers.bank.fields import PRODUCT, Unfit
from answers.bank.locks import bank_transaction, locked
from answers.bank.rows import Fault, Row
from answers.bank.seen import check_unchanged
from answers.bank.withdrawn import withdrawn_numbers
from answers.models import ImageState, Puzzle
from answers.photos import refresh_share_card
from answers.photos.attach import NO_PHOTO
from costcodle import clock

ROWS_A_STATEMENT = 500  # fewer on SQLite, where Django keeps to 999 parameters


@dataclass(slots=True)
class Load:
    """What a load did, or the faults for which it did nothing."""

    created: list[Puzzle] = field(default_factory=list)
    changed: list[Puzzle] = field(default_factory=list)
    unchanged_begun: list[Puzzle] = field(default_factory=list)
    unchanged_coming: list[Puzzle] = field(default_factory=list)
    left_alone: list[Fault] = field(default_factory=list)
    photos_put_aside: dict[int, Fault] = field(default_factory=dict)  # by number
    faults: list[Fault] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "created": len(self.created),
            "changed": len(self.changed),
            "unchanged": len(self.unchanged_begun) + len(self.unchanged_coming),
            "left_alone": len(self.left_alone),
        }


def load_bank(
    rows: list[Row],
    now: datetime,
    *,
    start_day: date | None = None,
    replace: bool = False,
    dry_run: bool = False,
    awaits_photo: Collection[int] = (),
    seen: str = "",
) -> Load:
    """Writes `rows`, at least one, to the bank; with any fault among them it writes nothing.

    1. Lock the bank, then the coming puzzles in the range of the file. `seen` is the fingerprint
       of the bank that somebody has looked at: raises Stale when it is another by now.
    2. Take the instant: the wait for the locks may have gone past midnight.
    3. Compare each row with the bank. A begun puzzle is left alone whatever the row says; a
       coming one that differs is a fault unless `replace`, and so is another product for one
       that is withdrawn. Another name is another product, so it doesn't keep the photo.
    4. Insert and update in bulk; `dry_run` stops before. Those of `awaits_photo` without a photo
       are `processing` then: if the caller dies before it attaches them, the next load knows.
    """
    with bank_transaction(now, adds=True) as instant:
        known = _known_puzzles(rows, instant())
        if seen:
            check_unchanged(seen)
        now = instant()
        load = _compare(rows, start_day, known, now, replace=replace)
        for puzzle in [*load.created, *load.changed]:
            if puzzle.number in awaits_photo and not puzzle.photo_ready:
                puzzle.image_state = ImageState.PROCESSING
                load.photos_put_aside.pop(puzzle.number, None)  # it gets another one at once
        if not load.faults and not dry_run:
            _write(load, now)
    return load


def _known_puzzles(rows: list[Row], now: datetime) -> dict[int, Puzzle]:
    """The bank's puzzles in the range of the file. Begun ones stay as they are: no lock."""
    numbers = [row.number for row in rows]
    puzzles = Puzzle.objects.filter(number__range=(min(numbers), max(numbers)))
    known = [*puzzles.begun(now), *locked(puzzles.upcoming(now))]
    return {puzzle.number: puzzle for puzzle in known}


def _file_calendar(rows: list[Row], start_day: date | None, now: datetime) -> Calendar:
    """By `start_day`, else by the file's own days, else by the bank's, else it begins today."""
    first = min(row.number for row in rows)
    if start_day:
        return Calendar(first, start_day)
    dated = [Calendar(row.number, row.day) for row in rows if row.day]
    if dated:
        return min(dated, key=lambda calendar: calendar.number)
    return bank_calendar() or Calendar(first, clock.today(now))


def _compare(
    rows: list[Row],
    start_day: date | None,
    known: dict[int, Puzzle],
    now: datetime,
    *,
    replace: bool,
) -> Load:
    load = Load()
    calendar = _file_calendar(rows, start_day, now)
    in_bank = bank_calendar() or calendar
    withdrawn = withdrawn_numbers()
    for row in sorted(rows, key=lambda row: row.number):
        try:
            day = calendar.day_of(row.number)
            if not start_day and row.day not in (None, day):
                raise Unfit(_out_of_step(row, day, calendar))
            if row.number not in known and in_bank.day_of(row.number) != day:
                expected = in_bank.day_of(row.number)
                raise Unfit(f"is {day}; in this bank number {row.number} is that of {expected}")
        except Unfit as unfit:
            load.faults.append(Fault(row.line, "day", str(unfit)))
            continue
        if row.number in known:
            puzzle = known[row.number]
            _compare_known(row, day, puzzle, load, now, withdrawn, replace=replace)
        else:
            load.created.append(Puzzle(number=row.number, day=day, **row.values))
    return load


def _out_of_step(row: Row, day: date, calendar: Calendar) -> str:
    return (
        f"is {row.day}; puzzle {row.number} belongs to {day}, since puzzle {calendar.number} is"
        f" that of {calendar.day} and numbers count days: a day without a puzzle skips a number"
    )


def _compare_known(
    row: Row,
    day: date,
    puzzle: Puzzle,
    load: Load,
    now: datetime,
    withdrawn: set[int],
    *,
    replace: bool,
) -> None:
    new = {"day": day} | row.values
    differing = [name for name, value in new.items() if getattr(puzzle, name) != value]
    names = ", ".join(name.removesuffix("_cents") for name in differing)
    begun = clock.has_begun(puzzle.day, now)
    if not differing and begun:
        load.unchanged_begun.append(puzzle)
    elif not differing:
        load.unchanged_coming.append(puzzle)
    elif begun:
        reason = f"differs from the bank; puzzle {row.number} has begun and is left alone"
        load.left_alone.append(Fault(row.line, names, reason))
    elif "day" in differing:
        reason = f"is {day}; puzzle {row.number} is that of {puzzle.day} and keeps its day"
        load.faults.append(Fault(row.line, "day", reason))
    elif not replace:
        reason = f"differs from the bank's puzzle {row.number}; load with --replace to change it"
        load.faults.append(Fault(row.line, names, reason))
    elif "name" in differing and row.number in withdrawn:
        reason = f"is another one, but puzzle {row.number} is withdrawn: restore it first"
        load.faults.append(Fault(row.line, "name", reason))
    else:
        becomes = row.values
        if "name" in differing:
            becomes = row.values | NO_PHOTO | {"card_key": ""}
            if puzzle.photo_ready:
                reason = f"is another one, so the photo of puzzle {row.number} is put aside"
                load.photos_put_aside[row.number] = Fault(row.line, "name", reason)
        for name, value in becomes.items():
            setattr(puzzle, name, value)
        puzzle.version += 1
        load.changed.append(puzzle)


def _write(load: Load, now: datetime) -> None:
    Puzzle.objects.bulk_create(load.created, batch_size=ROWS_A_STATEMENT)
    # An upsert of rows that are locked and there: one statement where an update takes thousands.
    Puzzle.objects.bulk_create(
        load.changed,
        batch_size=ROWS_A_STATEMENT,
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=[*PRODUCT, *NO_PHOTO, "card_key", "version"],
    )
    for puzzle in load.changed:
        refresh = partial(refresh_share_card, puzzle.number, now)
        transaction.on_commit(refresh, robust=True)
