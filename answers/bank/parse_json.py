"""Reads a bank from the original game's JSON: `{"game-1": {"name", "price", "image"}}`.

The standard reader names no lines and keeps the last of two equal keys, so the two outer levels
are walked here, one member at a time, and only single values are left to it.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from answers import units
from answers.bank import fields
from answers.bank.rows import BYTES_AS_SURROGATES, ENCODING, Bank, Row
from answers.numbers import NUMBER

_BLANK = re.compile(r"[ \t\n\r]*")
_KEY = re.compile(f"game-({NUMBER})")
_READERS: dict[str, Callable[[str], Any]] = {
    "name": partial(fields.read_text, "name"),
    "price": fields.read_price,
    "image": fields.read_characters,
}

_AMOUNT = r"[0-9]*\.?[0-9]+"
_MEASURE = rf"(?:{_AMOUNT} ?[x×/] ?)*{_AMOUNT}[ -]?{units.WRITTEN}"
_SIZE = re.compile(rf"{_MEASURE}(?:[ /]*(?:[x×] ?)?{_MEASURE})*", re.IGNORECASE)


class _NumberText(str):
    """A JSON number as it was written: a price is never read through a float."""


class Unreadable(Exception):
    """The text is not JSON from here on."""


def size_and_note(name: str) -> tuple[str, str]:
    """The size and the price note that the end of an original name tells, where it tells any.

    The original keeps both in the name after its last comma (2,834 of its 3,399 names end in a
    size such as `2 x 16 oz`, 2 in `Price Per Pound`). The name itself stays whole: it is what the
    file calls the product, and a look-up by that name must find it.
    """
    _, comma, tail = name.rpartition(",")
    tail = tail.strip()
    if comma and tail.lower() == "price per pound":
        return "", "price per lb"
    if comma and len(tail) <= fields.LONGEST["size"] and _SIZE.fullmatch(tail):
        return tail, ""
    return "", ""


class _Walk:
    """A position in the text that goes forward by members and values."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self._line, self._counted = 1, 0
        self._decoder = json.JSONDecoder(
            parse_float=_NumberText,
            parse_int=_NumberText,
            parse_constant=_NumberText,
            strict=False,  # a raw control character is found, and named, by the field's reader
        )

    @property
    def line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def sees(self, mark: str) -> bool:
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.text.startswith(mark, self.at)

    def expect(self, mark: str) -> None:
        if not self.sees(mark):
            ended = self.at == len(self.text)
            raise Unreadable("ends too early" if ended else f"has no {mark!r} where one must stand")
        self.at += len(mark)

    def value(self) -> Any:
        self.sees("")
        try:
            value, self.at = self._decoder.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            self.at = error.pos
            raise Unreadable("ends too early or has a wrong character") from None
        except RecursionError:
            raise Unreadable("has brackets within brackets without end") from None
        return value

    def members(self) -> Iterator[tuple[str, int]]:
        """Each key with its line; the caller reads the value before it asks for the next."""
        self.expect("{")
        if not self.sees("}"):
            while True:
                if not self.sees('"'):
                    self.expect('"')
                line, key = self.line, self.value()
                self.expect(":")
                yield key, line
                if self.sees("}"):
                    break
                self.expect(",")
        self.expect("}")


def read_json(content: bytes, bank: Bank) -> None:
    """Adds the rows and faults of `content` to `bank`."""
    walk = _Walk(content.decode(ENCODING, BYTES_AS_SURROGATES))
    try:
        for key, line in walk.members():
            if walk.sees("{"):
                _read_game(key, line, _read_fields(walk, bank), bank)
            else:
                walk.value()
                bank.fault(
                    line, fields.shown(key), 'is no product; write {"name": ..., "price": ...}'
                )
        if walk.sees("") and walk.at < len(walk.text):
            raise Unreadable("goes on after its end")
    except Unreadable as error:
        bank.fault(walk.line, "file", f"is not whole JSON: it {error} here")


def _read_fields(walk: _Walk, bank: Bank) -> dict[str, tuple[Any, int]]:
    found: dict[str, tuple[Any, int]] = {}
    for name, line in walk.members():
        if name in found:
            bank.fault(line, fields.shown(name), "stands twice in one product; keep one of them")
        elif name not in _READERS:
            bank.fault(line, fields.shown(name), f"is unknown; a product has {', '.join(_READERS)}")
        found[name] = walk.value(), line
    return found


def _read_game(key: str, line: int, found: dict[str, tuple[Any, int]], bank: Bank) -> None:
    faults_before = len(bank.faults)
    match = _KEY.fullmatch(key)
    if match:
        bank.once(line, "number", int(match[1]))
    else:
        bank.fault(line, "number", f"is {fields.shown(key)}; keys are game-1, game-2 and so on")
    read = {}
    for name, reader in _READERS.items():
        value, at = found.get(name, ("", line))
        if not isinstance(value, str) or (isinstance(value, _NumberText) and name != "price"):
            bank.fault(at, name, "is not a text; write it in quotes")
        else:
            read[name] = bank.read(at, name, reader, value)
    if match and len(bank.faults) == faults_before:
        size, note = size_and_note(read["name"])
        values = {"name": read["name"], "size": size, "price_note": note}
        values["price_cents"] = read["price"]
        bank.rows.append(Row(line, int(match[1]), None, values, read["image"].strip()))
