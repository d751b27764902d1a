"""The units of a size on a label: the one list of their spellings, for whoever reads a size."""

from decimal import Decimal

# What is written, the unit that is shown, and how many of it one of the written ones is.
UNITS: dict[str, tuple[str, Decimal]] = {
    word: (shown, Decimal(factor))
    for words, shown, factor in (
        ("fl oz|floz|fluid ounce|fluid ounces", "fl oz", "1"),
        ("oz|ounce|ounces", "oz", "1"),
        ("lb|lbs|pound|pounds", "lb", "1"),
        ("g|gram|grams", "kg", "0.001"),
        ("kg", "kg", "1"),
        ("ml", "L", "0.001"),
        ("l|ltr|liter|liters|litre|litres", "L", "1"),
        ("gal|gallon|gallons", "gal", "1"),
        ("qt|quart|quarts", "qt", "1"),
        ("pt|pts|pint|pints", "pt", "1"),
        ("ct|count|pc|pcs|piece|pieces|pk|pack|packs", "each", "1"),
        ("dozen", "each", "12"),
    )
    for word in words.split("|")
}

_LONGEST_FIRST = sorted(UNITS, key=len, reverse=True)
# Regular expressions, for small letters: without points, and as labels write them (`Fl. Oz.`).
PLAIN = "|".join(_LONGEST_FIRST)
WRITTEN = "(?:" + "|".join(word.replace(" ", r"\.? ?") for word in _LONGEST_FIRST) + r")\.?"
