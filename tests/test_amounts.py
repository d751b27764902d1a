"""Amounts: exactly what was meant, or refused."""

import unicodedata
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from costcodle.game.amounts import LONGEST, MOST_CENTS, NotUnderstood, read_amount

pytestmark = pytest.mark.engine_free

UNDERSTOOD = {
    "12": 1200,
    "12.9": 1290,
    "12.99": 1299,
    "12,99": 1299,
    "12,9": 1290,
    ".99": 99,
    ",99": 99,
    "5.": 500,
    "05": 500,
    "0.01": 1,
    "$1,299.99": 129999,
    "1,299.99": 129999,
    "1.299,99": 129999,
    "1 299,99": 129999,
    "1\u00a0299,99": 129999,
    "1\u202f299.99": 129999,
    "1\u3000299": 129900,
    "1,299": 129900,
    "12,345": 1234500,
    "99,999.99": MOST_CENTS,
    "99999.99": MOST_CENTS,
    "US$ 12.99": 1299,
    "us$12.99": 1299,
    "USD 12.99": 1299,
    "12.99 USD": 1299,
    "12.99USD": 1299,
    "12.99 $": 1299,
    " \t12.99\n": 1299,
    "１２．９９": 1299,
    "＄１，２９９．９９": 129999,
    "١٢.٩٩": 1299,
    "१२,९९": 1299,
}
REFUSED = [
    "",
    "   ",
    "$",
    "USD",
    ".",
    ",",
    "1.299",
    "12.345",
    "0.299",
    "0,299",
    "5.99.",
    "-5",
    "+5",
    "\u22125",
    "1e3",
    "0x10",
    "Infinity",
    "NaN",
    "1_000",
    "twelve",
    "12.99 EUR",
    "€12",
    "$12$",
    "$12 USD",
    "USD USD 12",
    "12.999",
    "12,9999",
    "1,2,3",
    "1.2.3",
    "12.5.5",
    "1,29.99",
    "1,2999.99",
    "12 34",
    "1 299 9",
    "1  299",
    "1'299",
    "1,299 999",
    "1.299 ,99",
    "0",
    "0.00",
    "100000",
    "100,000.00",
    "1,234,567",
    "1.234.567",
    "1.234.567,89",
    "0,123,456",
    "1٢",
    "１2",
    "²",
    "½",
    "12\x00",
    "1\u200b2",
    "9" * 100,
]


@pytest.mark.parametrize(("text", "cents"), UNDERSTOOD.items())
def test_understood(text, cents):
    assert read_amount(text) == cents


@pytest.mark.parametrize("text", REFUSED)
def test_refused_with_a_sentence(text):
    with pytest.raises(NotUnderstood) as refusal:
        read_amount(text)
    assert str(refusal.value).endswith(".")


def test_ambiguous_amount_offers_both_readings():
    with pytest.raises(NotUnderstood, match=r"1299\.00 for \$1,299\.00, or 1\.30 for \$1\.30"):
        read_amount("1.299")


@given(st.integers(1, MOST_CENTS), st.sampled_from(["", "$", "US$", "USD "]), st.data())
def test_every_way_of_writing_reads_back(cents, currency, data):
    whole, decimals = divmod(cents, 100)
    group, mark = data.draw(st.sampled_from(["  ", ",.", ".,", " .", " ,", "\u00a0,", "\u2009."]))
    if (group, mark) == (" ", " "):
        group, mark = "", "."
    text = f"{whole:,}".replace(",", group) + mark + f"{decimals:02}"
    zero = data.draw(st.sampled_from("0０٠०"))
    shifted = "".join(chr(ord(zero) + int(c)) if c.isascii() and c.isdigit() else c for c in text)
    assert read_amount(currency + shifted) == cents


def oracle(text: str) -> Fraction | None:
    """The dollars that `text` says, None where it has to be refused. It splits, never matches."""
    text = "".join(
        str(unicodedata.decimal(each)) if each.isdecimal() else " " if each == "\u00a0" else each
        for each in text.strip()
    )
    for currency in ("US$", "USD", "$"):
        if text.upper().startswith(currency):
            text = text[len(currency) :].strip()
            break
        if text.upper().endswith(currency):
            text = text[: -len(currency)].strip()
            break
    marks = [each for each in text if not each.isdigit()]
    parts = "".join(each if each.isdigit() else "|" for each in text).split("|")
    if set(marks) - set(" .,") or parts == [""]:
        return None
    readings = {grouped(parts, marks)}
    if marks and marks[-1] in ".,":
        whole, cents = grouped(parts[:-1], marks[:-1]), parts[-1]
        is_decimal = marks[-1] not in marks[:-1] and len(cents) <= 2 and parts != ["", ""]
        if whole is not None and is_decimal:
            readings.add(whole + Fraction(int(cents or 0), 10 ** len(cents)))
        if marks == ["."] and len(cents) == 3:
            return None  # a group in half of the world, decimals in the other
    readings.discard(None)
    (value,) = readings or {None}
    return value if value and Fraction(1, 100) <= value <= Fraction(9_999_999, 100) else None


def grouped(parts: list[str], marks: list[str]) -> Fraction | None:
    """Whole dollars whose groups of three one and the same mark divides."""
    if marks:
        first, *others = parts
        even = 1 <= len(first) <= 3 and first[0] != "0" and all(len(each) == 3 for each in others)
        if not even or len(set(marks)) > 1:
            return None
    return Fraction(int("".join(parts) or 0))


def read_or_none(text: str) -> Fraction | None:
    try:
        return Fraction(read_amount(text), 100)
    except NotUnderstood:
        return None


def test_every_short_text_is_read_as_the_oracle_reads_it():
    for length in range(8):
        for characters in product("019.,", repeat=length):
            text = "".join(characters)
            assert read_or_none(text) == oracle(text), text


PIECES = ["0", "1", "99", "299", "1299", ".", ",", " ", "\u00a0", "$", "US$", "usd", "-", "e", "٣"]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
@example("1,299,")  # groups, then a mark without cents
@example("٣٣.٣")
def test_any_text_is_read_as_the_oracle_reads_it(text):
    digits = {each.isascii() for each in text if each.isdecimal()}
    assert read_or_none(text) == (oracle(text) if len(digits) < 2 else None)


@given(st.text(max_size=LONGEST + 5))
def test_no_text_is_an_error(text):
    read_or_none(text)
