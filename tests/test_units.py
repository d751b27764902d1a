"""Every spelling of a unit is read by whoever reads a size: the bank's files and the pages."""

import pytest

from answers.bank.parse_json import size_and_note
from answers.unit_price import unit_prices
from answers.units import UNITS

pytestmark = pytest.mark.engine_free


@pytest.mark.parametrize("word", UNITS)
@pytest.mark.parametrize("write", [str.lower, str.title, lambda word: f"{word}."])
def test_a_size_in_a_name_is_found_and_has_a_unit_price(word, write):
    size = f"6 {write(word)}"
    assert size_and_note(f"Product, {size}") == (size, "")
    (price,) = unit_prices(1200, size)
    assert price.unit == UNITS[word][0]
