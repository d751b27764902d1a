"""Reads a bank from CSV: a line that names the columns, then one puzzle a line."""

import csv
import io
from datetime import date

from answers.bank import fields
from answers.bank.rows import BYTES_AS_SURROGATES, ENCODING, Bank, Row

COLUMNS = (
    "number",
    "day",
    "name",
    "size",
    "price",
    "price_note",
    "price_as_of",
    "source",
    "description",
    "image",
)
NEEDED = ("number", "name", "price")


def read_csv(content: bytes, bank: Bank) -> None:
    """Adds the rows and faults of `content` to `bank`. Columns that are absent change nothing."""
    lines = io.TextIOWrapper(io.BytesIO(content), ENCODING, BYTES_AS_SURROGATES, newline="")
    reader = csv.reader(lines, strict=True)
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not header:
                header = [cell.strip().lower() for cell in cells]
                if not _check_header(header, bank):
                    return
            elif len(cells) != len(header) and any(cells):
                bank.fault(
                    line,
                    "row",
                    f"has {len(cells)} columns where the first line names {len(header)};"
                    " put quotes around a text with a comma",
                )
            elif any(cell.strip() for cell in cells):
                _read_row(line, dict(zip(header, cells, strict=True)), bank)
            line = reader.line_num + 1
    except csv.Error as error:
        reason = f"can't be read as CSV ({error}); look for a quote that is never closed"
        bank.fault(line, "row", reason)


def _check_header(header: list[str], bank: Bank) -> bool:
    for name in header:
        bank.read(1, "header", fields.read_characters, name)
    missing = [name for name in NEEDED if name not in header]
    unknown = [name for name in header if name not in COLUMNS]
    if bank.faults:
        return False
    if missing and ";" in "".join(header):
        reason = "has semicolons between the names of the columns; save the file with commas"
        bank.fault(1, "header", reason)
    elif missing:
        reason = (
            f"names no column {missing[0]}; the first line has the names of the columns,"
            f" separated by commas: {','.join(COLUMNS)}"
        )
        bank.fault(1, "header", reason)
    elif unknown:
        reason = f"names the unknown column {fields.shown(unknown[0])}; take it out"
        bank.fault(1, "header", reason)
    elif len(set(header)) < len(header):
        bank.fault(1, "header", "names a column twice; keep one of them")
    return not bank.faults


def _read_row(line: int, cells: dict[str, str], bank: Bank) -> None:
    faults_before = len(bank.faults)
    number = bank.read(line, "number", fields.read_number, cells["number"])
    if number is not None:
        bank.once(line, "number", number)
    day = bank.read(line, "day", _day_or_none, cells.get("day", ""))
    if day is not None:
        bank.once(line, "day", day)
    values = {
        name: bank.read(line, name, fields.read_text, name, cells[name])
        for name in fields.LONGEST
        if name in cells
    }
    values["price_cents"] = bank.read(line, "price", fields.read_price, cells["price"])
    if "price_as_of" in cells:
        values["price_as_of"] = bank.read(line, "price_as_of", _day_or_none, cells["price_as_of"])
    image = bank.read(line, "image", fields.read_characters, cells.get("image", ""))
    if len(bank.faults) == faults_before:
        bank.rows.append(Row(line, number, day, values, image.strip()))


def _day_or_none(text: str) -> date | None:
    return fields.read_day(text) if text.strip() else None
