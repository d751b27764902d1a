"""Bank files for django-import-export: its pages and formats, but the rules of `answers.bank`.

The library would judge and save row by row. Here a whole file goes through `parse_bank` and
`load_bank`, as with the command, so it is loaded all or not at all and begun puzzles stay.
"""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from import_export.fields import Field
from import_export.resources import ModelResource
from import_export.results import Error, Result, RowResult
from tablib import Dataset

from answers.bank import parse_csv
from answers.bank.apply import Load, load_bank
from answers.bank.parse import parse_bank
from answers.bank.refusals import Stale
from answers.bank.rows import Fault
from answers.models import Puzzle
from answers.money import decimal_dollars

# Photos are uploaded puzzle by puzzle, so a file of the admin names none.
COLUMNS = [name for name in parse_csv.COLUMNS if name != "image"]


class PuzzleResource(ModelResource):
    price = Field(column_name="price")

    class Meta:
        model = Puzzle
        fields = COLUMNS
        import_order = export_order = COLUMNS

    def __init__(self, now: datetime) -> None:
        super().__init__()
        self.now = now

    def dehydrate_price(self, puzzle: Puzzle) -> str:
        return decimal_dollars(puzzle.price_cents)

    def import_data(
        self, dataset: Dataset, dry_run: bool = False, seen: str = "", **_: Any
    ) -> Result:
        """What loading the file does, or on `dry_run` would do. With any fault nothing is done."""
        bank = parse_bank(as_csv(dataset), "bank.csv")
        if bank.faults:
            return self._refused(bank.faults)
        before = Puzzle.objects.in_bulk([row.number for row in bank.rows])
        try:
            load = load_bank(bank.rows, self.now, replace=True, dry_run=dry_run, seen=seen)
        except Stale as stale:
            return self._refused([stale])
        if load.faults:
            return self._refused(load.faults)
        return self._loaded(load, before)

    def _refused(self, faults: Iterable[Fault | Stale]) -> Result:
        result = Result()
        for fault in faults:
            result.append_base_error(Error(fault))
        return result

    def _loaded(self, load: Load, before: dict[int, Puzzle]) -> Result:
        result = Result()
        result.diff_headers = COLUMNS
        result.notes = [*load.left_alone, *load.photos_put_aside.values()]
        result.totals[RowResult.IMPORT_TYPE_SKIP] = load.counts["unchanged"] + len(load.left_alone)
        for kind, puzzles in (
            (RowResult.IMPORT_TYPE_NEW, load.created),
            (RowResult.IMPORT_TYPE_UPDATE, load.changed),
        ):
            result.totals[kind] = len(puzzles)
            for puzzle in puzzles:
                row = RowResult()
                row.import_type, row.instance = kind, puzzle
                row.diff = self._diff(before.get(puzzle.number), puzzle)
                result.append_row_result(row)
        return result

    def _diff(self, old: Puzzle | None, new: Puzzle) -> list[SafeString | str]:
        """The cells of a row of the preview: what goes is struck out, what comes is marked."""
        olds = self._cells(old) if old else [""] * len(COLUMNS)
        return [
            text if text == was else format_html("{}<ins>{}</ins>", struck(was), text)
            for was, text in zip(olds, self._cells(new), strict=True)
        ]

    def _cells(self, puzzle: Puzzle) -> list[str]:
        return [str(self.export_field(field, puzzle)) for field in self.get_export_fields()]


def struck(text: str) -> SafeString:
    return format_html("<del>{}</del> ", text) if text else mark_safe("")


def as_csv(dataset: Dataset) -> bytes:
    """The file as CSV, whatever it was, so that one parser judges it."""
    texts = Dataset(headers=dataset.headers)
    for row in dataset:
        texts.append([cell_text(value) for value in row])
    return str(texts.export("csv")).encode("utf-8", "surrogateescape")


def cell_text(value: Any) -> str:
    """A spreadsheet's cell as people would write it: days without a time, 12.0 as 12."""
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == time.min:
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
