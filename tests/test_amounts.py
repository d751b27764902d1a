"""Amounts: exactly what was meant, or refused."""

import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
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


@given(st.text(alphabet="0123456789.,$ USD-+e'\u00a0١", max_size=LONGEST))
def test_reading_is_exact_or_refused(text):
    """An oracle in fractions: what is understood has the value of its digits around its mark."""
    try:
        cents = read_amount(text)
    except NotUnderstood:
        return
    ascii_digits = [str(unicodedata.decimal(c)) if c.isdigit() else c for c in text]
    kept = [c for c in ascii_digits if c in ".," or c.isdigit()]
    marks = [place for place, c in enumerate(kept) if c in ".,"]
    digits = "".join(c for c in kept if c.isdigit())
    values = {Fraction(int(digits))}  # without a decimal mark: all marks stand between groups
    if marks:
        values.add(Fraction(int(digits), 10 ** (len(kept) - marks[-1] - 1)))
    assert Fraction(cents, 100) in values
    assert 1 <= cents <= MOST_CENTS
