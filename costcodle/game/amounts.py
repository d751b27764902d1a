"""Reads an amount of US dollars as a person writes it: exactly, or not at all.

Pure. Whatever can be read in two ways, or only in part, is refused with a sentence that says how
to write it.
"""

import re
import unicodedata

from answers.bank.fields import HIGHEST_PRICE_CENTS
from answers.money import decimal_dollars, dollars

LONGEST = 40
MOST_CENTS = HIGHEST_PRICE_CENTS

EXAMPLE = "Type a price in dollars, for example 12.99."
UNREADABLE = f"That is not a price this game can read. {EXAMPLE}"
RANGE = "Prices go from $0.01 to $99,999.99."

_CURRENCY = re.compile(r"(?:us\$|usd|\$)", re.IGNORECASE)
# Whole dollars with groups of three, or without groups; then at most one mark and the cents.
_PLAIN = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")
_GROUPED = re.compile(
    r"([1-9][0-9]{0,2}([ .,])[0-9]{3}(?:\2[0-9]{3})*)"
    r"(?:(?!\2)([.,])([0-9]*))?"
)


class NotUnderstood(ValueError):
    """The text is no amount; the message is one or two sentences for the player."""


def read_amount(text: str) -> int:
    """The cents that `text` says. Raises NotUnderstood; never rounds and never guesses."""
    plain = _without_currency(_plain_characters(text))
    if not plain:
        raise NotUnderstood(EXAMPLE)
    cents = _read_cents(plain)
    if not 1 <= cents <= MOST_CENTS:
        raise NotUnderstood(RANGE)
    return cents


def _plain_characters(text: str) -> str:
    """ASCII digits, points, commas and single spaces for the forms that keyboards produce."""
    text = text.strip()
    if len(text) > LONGEST:
        raise NotUnderstood(UNREADABLE)
    digits = [each for each in text if unicodedata.decimal(each, None) is not None]
    scripts = {ord(digit) - unicodedata.decimal(digit) for digit in digits}  # each by its zero
    if len(scripts) > 1:
        raise NotUnderstood(f"The digits are of more than one script. {EXAMPLE}")
    return "".join(_plain_character(character) for character in text)


def _plain_character(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if character == "\t" or unicodedata.category(character) == "Zs":
        return " "
    return {"＄": "$", "，": ",", "．": "."}.get(character, character)


def _without_currency(text: str) -> str:
    """Without the one `$`, `US$` or `USD` that may stand before or after."""
    before = _CURRENCY.match(text)
    if before:
        return text[before.end() :].strip()
    for ending in ("US$", "USD", "$"):
        if text.upper().endswith(ending):
            return text[: -len(ending)].strip()
    return text


def _read_cents(text: str) -> int:
    grouped = _GROUPED.fullmatch(text)
    if grouped:
        whole, group, mark, decimals = grouped[1], grouped[2], grouped[3], grouped[4] or ""
        if group == "." and not mark and whole.count(".") == 1:
            _refuse_ambiguous(text)
        return _cents(re.sub("[ .,]", "", whole), decimals)
    plain = _PLAIN.fullmatch(text)
    if plain and (plain[1] or plain[2]):
        return _cents(plain[1], plain[2] or "")
    raise NotUnderstood(UNREADABLE)


def _cents(whole: str, decimals: str) -> int:
    if len(decimals) > 2:
        raise NotUnderstood(f"A price has at most two decimals. {EXAMPLE}")
    return int(whole or "0") * 100 + int(decimals.ljust(2, "0"))


def _refuse_ambiguous(text: str) -> None:
    whole, decimals = text.split(".")
    thousands = int(whole + decimals) * 100
    rounded = int(whole) * 100 + (int(decimals) + 5) // 10
    raise NotUnderstood(
        f"{text} can be read in two ways: write {decimal_dollars(thousands)} for"
        f" {dollars(thousands)}, or {decimal_dollars(rounded)} for {dollars(rounded)}."
    )
