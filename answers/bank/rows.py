"""What a bank file comes to: rows, and the faults that keep it from being loaded."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from answers.bank.fields import Unfit

MOST_FAULTS = 10_000
# How the readers decode: bytes that are not UTF-8 become lone surrogates, so that the field they
# stand in can be named. `fields.read_characters` takes none of them.
ENCODING, BYTES_AS_SURROGATES = "utf-8-sig", "surrogateescape"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that people have to mend, and where."""

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.field} {self.reason}."

    def as_json(self) -> dict[str, Any]:
        return {"line": self.line, "field": self.field, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Row:
    """One puzzle of a file. `values` holds the product fields that the file speaks of."""

    line: int
    number: int
    day: date | None
    values: dict[str, Any]
    image: str = ""


class TooManyFaults(Exception):
    """Ends the reading of a file that is not a bank at all."""


@dataclass(slots=True)
class Bank:
    """A file as far as it was read. Only one without faults may be loaded."""

    rows: list[Row] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    _lines: dict[tuple[str, object], int] = field(default_factory=dict)

    def fault(self, line: int, name: str, reason: str) -> None:
        """Notes a fault. Raises TooManyFaults instead of filling the memory."""
        if len(self.faults) == MOST_FAULTS:
            self.faults.append(Fault(line, "file", "was read no further: too many faults"))
            raise TooManyFaults
        self.faults.append(Fault(line, name, reason))

    def read(self, line: int, name: str, reader: Callable[..., Any], *given: object) -> Any:
        """What `reader` makes of `given`, or None with a fault noted."""
        try:
            return reader(*given)
        except Unfit as unfit:
            self.fault(line, name, str(unfit))
            return None

    def once(self, line: int, name: str, value: object) -> None:
        """Notes a fault where the number or day was in the file before."""
        if (name, value) in self._lines:
            first = self._lines[name, value]
            self.fault(line, name, f"{value} stands on line {first} already; keep one of them")
        else:
            self._lines[name, value] = line
