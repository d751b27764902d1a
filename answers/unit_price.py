"""The price of one unit, from the size on the label: pure, exact, silent when in doubt.

Only a text that is a size from its first to its last letter is read: `40 oz`, `2.5 lbs`,
`2 x 48 oz`, `12 × 16.9 fl oz`, `6 lbs 10 oz`, `100 ct`, `2 L`. What could mean two things
(`24/16 oz`, `1/2 lb`, `180 ct x 57.5 oz`) has no unit price.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from answers import units

_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,4}(?:\.[0-9]{1,3})?|\.[0-9]{1,3}"
_PACKAGES = "bags?|bottles?|boxes|box|cans?|cartons?|cups?|jars?|packs?|pouch(?:es)?|rolls?|trays?"
_SIZE = re.compile(
    rf"(?:(?P<count>[1-9][0-9]{{0,3}})\s?x\s?)?"
    rf"(?P<amount>{_NUMBER})[ -]?(?P<unit>{units.PLAIN})(?:\s(?:{_PACKAGES}))?"
)
_POUNDS_AND_OUNCES = re.compile(rf"(?P<pounds>{_NUMBER})\s?lbs? (?P<ounces>{_NUMBER})\s?oz")


@dataclass(frozen=True)
class UnitPrice:
    """`cents` (not rounded) for one `unit`; `each` is the unit of pieces."""

    cents: Decimal
    unit: str

    def __str__(self) -> str:
        """`31.2¢ per oz`, `$4.80 per lb`, `$1.25 each`; below a tenth of a cent `under 0.1¢ …`."""
        tenths = self.cents.quantize(Decimal("0.1"), ROUND_HALF_UP)
        if tenths == 0:
            amount = "under 0.1¢"
        elif tenths < 100:
            amount = f"{tenths.normalize():f}¢"
        else:
            amount = f"${(self.cents / 100).quantize(Decimal('0.01'), ROUND_HALF_UP):,}"
        return f"{amount} each" if self.unit == "each" else f"{amount} per {self.unit}"


def unit_prices(price_cents: int, size: str) -> list[UnitPrice]:
    """The price per unit and, of several packages, per package; empty when `size` is unclear."""
    text = _plain(size)
    if both := _POUNDS_AND_OUNCES.fullmatch(text):
        ounces = _decimal(both["pounds"]) * 16 + _decimal(both["ounces"])
        return _prices(price_cents, [(ounces / 16, "lb")])
    match = _SIZE.fullmatch(text)
    if not match:
        return []
    shown, factor = units.UNITS[match["unit"]]
    count = int(match["count"] or 1)
    amounts = [(count * _decimal(match["amount"]) * factor, shown)]
    if count > 1 and shown != "each" and amounts[0][0] != count:
        amounts.append((Decimal(count), "each"))
    return _prices(price_cents, amounts)


def size_in_name(name: str) -> str:
    """What stands after the last comma of a product's name, where banks put the size."""
    return name.rpartition(",")[2] if "," in name else ""


def _prices(price_cents: int, amounts: list[tuple[Decimal, str]]) -> list[UnitPrice]:
    """A single piece costs the price itself: nothing to add."""
    return [
        UnitPrice(price_cents / amount, unit)
        for amount, unit in amounts
        if amount > 0 and (amount, unit) != (1, "each")
    ]


def _plain(size: str) -> str:
    text = " ".join(size.lower().replace("×", " x ").split())
    return re.sub(r"(?<=[a-z])\.", "", text)  # "fl. oz." is "fl oz"


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))
