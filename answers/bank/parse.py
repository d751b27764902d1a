"""Reads a bank file, CSV or the original game's JSON. Pure: bytes in, rows or faults out."""

from answers.bank.parse_csv import read_csv
from answers.bank.parse_json import read_json
from answers.bank.rows import Bank, TooManyFaults

# Twenty times the original's bank of nine years; whatever is larger is some other file.
MOST_BYTES = 16 * 1024 * 1024


def parse_bank(content: bytes, file_name: str) -> Bank:
    """The rows of a bank file, or every fault with its line and field. Never raises."""
    bank = Bank()
    start = content[:100].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    is_json = file_name.lower().endswith(".json") or start in (b"{", b"[")
    try:
        if len(content) > MOST_BYTES:
            bank.fault(1, "file", f"is larger than {MOST_BYTES // 1024**2} MB; give a bank file")
        else:
            (read_json if is_json else read_csv)(content, bank)
        if not bank.rows and not bank.faults:
            bank.fault(1, "file", "has no puzzles in it")
    except TooManyFaults:
        pass
    if bank.faults:
        bank.rows.clear()
    return bank
