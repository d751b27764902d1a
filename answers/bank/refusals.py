"""Why a change of the bank is refused, and the checks that need no puzzle to tell."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from answers.bank import fields
from answers.bank.days import Calendar, bank_calendar
from answers.bank.fields import Unfit


class Refused(Exception):
    """The bank's rules forbid the change; the text tells people why and what to do instead."""


class Stale(Exception):
    """Someone else changed the puzzle since it was read; the text tells people so."""


_CHECKS: dict[str, Callable[[Any], Any]] = {
    **{name: partial(fields.read_text, name) for name in fields.LONGEST},
    "price_cents": fields.check_cents,
    "price_as_of": lambda day: day and fields.check_day(day),
}


def check_product(values: Mapping[str, Any]) -> dict[str, Any]:
    """`values` as the columns hold them. Refused with the field's name; KeyError for no field."""
    checked = {}
    for name, value in values.items():
        try:
            checked[name] = _CHECKS[name](value)
        except Unfit as unfit:
            raise Refused(f"The {name.removesuffix('_cents')} {unfit}.") from None
    return checked


def number_and_day(number: int | None, day: date | None) -> tuple[int, date]:
    """Both, though only one was given. Refused where they disagree with the bank."""
    calendar = bank_calendar()
    if day and not calendar:
        calendar = Calendar(number or 1, day)
    if not calendar or (number is None and day is None):
        raise Refused("Choose the puzzle's day.")
    try:
        if number is None:
            number = calendar.number_of(fields.check_day(day or calendar.day))
        if not 1 <= number <= fields.HIGHEST_NUMBER:
            raise Refused(f"Puzzle 1 is that of {calendar.day_of(1)}: choose that day or a later.")
        expected = calendar.day_of(number)
    except Unfit as unfit:
        raise Refused(f"The day {unfit}.") from None
    if day not in (None, expected):
        raise Refused(f"Puzzle {number} is that of {expected}, not of {day}: numbers count days.")
    return number, expected
