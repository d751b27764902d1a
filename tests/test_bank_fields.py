from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.bank import fields
from answers.models import Puzzle

pytestmark = pytest.mark.engine_free


@pytest.mark.parametrize("name", fields.LONGEST)
def test_longest_texts_are_those_of_the_columns(name):
    assert Puzzle._meta.get_field(name).max_length == fields.LONGEST[name]


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1200),
        ("12.9", 1290),
        ("12.99", 1299),
        ("$12.99", 1299),
        (" 12.99 ", 1299),
        ("$1,299.99", 129999),
        ("99,999.99", 9_999_999),
        ("0.01", 1),
        ("0019.99", 1999),
    ],
)
def test_price_is_read_to_the_cent(text, cents):
    assert fields.read_price(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "-5",
        "0",
        "0.00",
        "$-5",
        "1.299",
        "1.2999",
        "12,99",
        "1,29.00",
        "1e3",
        "0x10",
        "Infinity",
        "NaN",
        "100000",
        "9" * 5000,
        "12.",
        ".99",
        "1 299",
        "$ 5",
        "５",
        "1.2.3",
    ],
)
def test_price_is_refused(text):
    with pytest.raises(fields.Unfit):
        fields.read_price(text)


@given(st.integers(1, 9_999_999))
def test_every_price_comes_back(cents):
    assert fields.read_price(f"${cents // 100:,}.{cents % 100:02}") == cents


@pytest.mark.parametrize("text", ["0", "-1", "01", "1.0", "", "1e3", "1000000000", "٣", "game-1"])
def test_number_is_refused(text):
    with pytest.raises(fields.Unfit):
        fields.read_number(text)


def test_number_is_read():
    assert fields.read_number(" 999999999 ") == 999_999_999


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29",
        "2026-13-01",
        "20261201",
        "2026-W01-1",
        "1.12.2026",
        "1999-12-31",
        "3000-01-01",
        "2026-1-1",
        "0000-00-00",
    ],
)
def test_day_is_refused(text):
    with pytest.raises(fields.Unfit):
        fields.read_day(text)


def test_day_is_read():
    assert fields.read_day("2028-02-29") == date(2028, 2, 29)


@pytest.mark.parametrize("character", ["\0", "\x0b", "\x1f", "\x7f", "\uffff", "\udce9"])
@pytest.mark.parametrize("name", fields.LONGEST)
def test_text_is_refused_that_no_feed_or_database_can_hold(name, character):
    with pytest.raises(fields.Unfit):
        fields.read_text(name, f"Honey{character}")


def test_text_is_trimmed_and_kept_on_one_line():
    assert fields.read_text("name", "  Clover\t honey\r\n jar ") == "Clover honey jar"


def test_description_keeps_its_lines():
    assert fields.read_text("description", " One.\r\nTwo.\rThree. ") == "One.\nTwo.\nThree."


@pytest.mark.parametrize("name", fields.LONGEST)
def test_text_may_be_as_long_as_its_column_and_no_longer(name):
    longest = "é" * fields.LONGEST[name]
    assert fields.read_text(name, longest) == longest
    with pytest.raises(fields.Unfit, match="characters"):
        fields.read_text(name, longest + "é")


def test_name_can_not_be_empty():
    with pytest.raises(fields.Unfit, match="empty"):
        fields.read_text("name", " \t")


def test_markup_is_plain_text():
    assert fields.read_text("name", "<b>Nuts</b> & more") == "<b>Nuts</b> & more"


@pytest.mark.parametrize(
    ("name", "size", "beside"),
    [("Honey, 24 oz", "24 oz", ""), ("Honey", "24 oz", "24 oz"), ("Honey", "", "")],
)
def test_size_is_not_said_twice_where_the_name_ends_with_it(name, size, beside):
    assert Puzzle(name=name, size=size).size_beside_name == beside
