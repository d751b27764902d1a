"""Reads one field of the bank: its value, or `Unfit` with a reason and the mend. Pure."""

import re
from datetime import date

from answers.numbers import NUMBER

# The texts of a product, in the order of the file, and the most characters of each column.
LONGEST = {"name": 200, "size": 100, "price_note": 100, "source": 200, "description": 4000}
# The columns of a product that people write; the photo's are written by `answers.photos`.
PRODUCT = (*LONGEST, "price_cents", "price_as_of")
HIGHEST_NUMBER, HIGHEST_PRICE_CENTS = 999_999_999, 9_999_999
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)

_NUMBER = re.compile(NUMBER)
_PRICE = re.compile(
    r"(?P<sign>-?)\$?(?P<dollars>[0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.(?P<cents>[0-9]+))?"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What XML can't hold, so the feed couldn't show it. Tab and line breaks are fine.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class Unfit(ValueError):
    """A field that can't be taken; its text says why and how to mend it."""


def shown(text: str) -> str:
    """`text` in quotes for a message: shortened, and escaped where it can't be printed."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def read_characters(text: str) -> str:
    """`text` itself. Unfit when a page, a feed or the database could not hold it."""
    if _SURROGATE.search(text):
        raise Unfit("is not UTF-8 text; save the file as UTF-8")
    if found := _CONTROL.search(text):
        what = "a NUL byte" if found[0] == "\0" else f"the control character {found[0]!r}"
        raise Unfit(f"has {what} in it; take it out")
    return text


def read_text(field: str, text: str) -> str:
    """A product text, trimmed, on one line but for the description. HTML in it is plain text."""
    read_characters(text)
    text = text.strip() if field == "description" else " ".join(text.split())
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST[field]:
        raise Unfit(f"has {len(text)} characters; {LONGEST[field]} are allowed")
    if field == "name" and not text:
        raise Unfit("is empty; write the product's name")
    return text


def read_number(text: str) -> int:
    """A puzzle's number, 1 to 999,999,999, written without leading zeros."""
    if not _NUMBER.fullmatch(read_characters(text).strip()):
        raise Unfit(f"is {shown(text)}; write a whole number from 1 to 999999999")
    return int(text)


def read_price(text: str) -> int:
    """Cents, from US dollars like `12`, `12.99` or `$1,299.99`. Never through a float."""
    match = _PRICE.fullmatch(read_characters(text).strip())
    if not match:
        raise Unfit(f"is {shown(text)}; write dollars and cents like 12.99")
    if len(match["cents"] or "") > 2:
        raise Unfit(f"is {shown(text)}, which has more than two decimals; write it like 12.99")
    dollars = match["dollars"].replace(",", "").lstrip("0") or "0"
    cents = (match["cents"] or "").ljust(2, "0")
    # The length first: Python refuses to read a number of thousands of digits.
    if match["sign"] or len(dollars) > 5 or int(dollars + cents) == 0:
        raise Unfit(f"is {shown(text)}; a price lies between 0.01 and 99,999.99")
    return int(dollars + cents)


def check_cents(cents: int) -> int:
    """`cents` itself. Unfit when it is no price that can be guessed."""
    if not 1 <= cents <= HIGHEST_PRICE_CENTS:
        raise Unfit(f"is {cents} cents; a price lies between 0.01 and 99,999.99")
    return cents


def read_day(text: str) -> date:
    """A day written `2026-12-31`."""
    text = read_characters(text).strip()
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise Unfit(f"is {shown(text)}; write a day of the calendar like 2026-12-31")
    return check_day(day)


def check_day(day: date) -> date:
    """`day` itself. Unfit outside the years 2000 to 2999."""
    if not FIRST_DAY <= day <= LAST_DAY:
        raise Unfit(f"is {day}; days lie between {FIRST_DAY} and {LAST_DAY}")
    return day
