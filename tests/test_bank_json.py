import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from answers.bank.parse import parse_bank
from answers.bank.parse_json import size_and_note

pytestmark = pytest.mark.engine_free


def parse(text):
    return parse_bank(text if isinstance(text, bytes) else text.encode(), "games.json")


def faults(text):
    bank = parse(text)
    assert bank.rows == []
    return [(fault.line, fault.field) for fault in bank.faults]


def test_game_is_read():
    (row,) = parse('{"game-7": {"name": "Honey, 3 x 24 oz", "price": "$9.99", "image": "h"}}').rows
    assert (row.number, row.day, row.image) == (7, None, "h")
    assert row.values == {
        "name": "Honey, 3 x 24 oz",
        "size": "3 x 24 oz",
        "price_note": "",
        "price_cents": 999,
    }


def test_a_number_as_price_is_read_as_it_is_written():
    # 1.15 is no binary float: through one it would be 114 cents.
    (row,) = parse('{"game-1": {"name": "a", "price": 1.15}}').rows
    assert row.values["price_cents"] == 115


def test_byte_order_mark_and_crlf_are_fine():
    text = '\ufeff{\r\n"game-1": {"name": "a",\r\n"price": "1"}\r\n}\r\n'
    assert len(parse(text).rows) == 1


GOOD = '"game-1": {"name": "a", "price": "1.00"}'


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ('{\n"game-0": {"name": "a", "price": "1"}}', 2, "number"),
        ('{\n"game-01": {"name": "a", "price": "1"}}', 2, "number"),
        ('{\n"game": {"name": "a", "price": "1"}}', 2, "number"),
        ("{" + GOOD + ",\n" + GOOD + "}", 2, "number"),
        ('{"game-1": {"name": "a",\n"price": "abc"}}', 2, "price"),
        ('{"game-1": {"name": "a",\n"price": "-5"}}', 2, "price"),
        ('{"game-1": {"name": "a",\n"price": 1e3}}', 2, "price"),
        ('{"game-1": {"name": "a",\n"price": NaN}}', 2, "price"),
        ('{"game-1": {"name": "a",\n"price": null}}', 2, "price"),
        ('{\n"game-1": {"name": "a"}}', 2, "price"),
        ('{\n"game-1": {"price": "1"}}', 2, "name"),
        ('{"game-1": {\n"name": 12, "price": "1"}}', 2, "name"),
        ('{"game-1": {\n"name": ["a"], "price": "1"}}', 2, "name"),
        ('{"game-1": {\n"name": "a\\u0000", "price": "1"}}', 2, "name"),
        ('{"game-1": {\n"name": "a\0", "price": "1"}}', 2, "name"),
        ('{"game-1": {\n"name": "a\\ud800", "price": "1"}}', 2, "name"),
        ('{"game-1": {"name": "a",\n"name": "b", "price": "1"}}', 2, "'name'"),
        ('{"game-1": {"name": "a", "price": "1",\n"colour": "red"}}', 2, "'colour'"),
        ('{\n"game-1": 12}', 2, "'game-1'"),
        ('{"game-1":\n{"name": "a", "pri', 2, "file"),
        ('{"game-1":\n{"name": "a", "price": "1"}', 2, "file"),
        ('{"game-1": {"name": "a", "price": "1"}},\n', 1, "file"),
        ("[]", 1, "file"),
        ("{}", 1, "file"),
        ("", 1, "file"),
        ('{"game-1": ' + "[" * 200_000, 1, "file"),
    ],
)
def test_fault_has_its_line_and_field(text, line, field):
    assert faults(text) == [(line, field)]


def test_latin_1_is_told_with_its_field():
    text = '{\n"game-1": {"name": "Café", "price": "1"}}'
    assert faults(text.encode("latin-1")) == [(2, "name")]


def test_keys_are_compared_as_they_are_meant():
    text = "{" + GOOD + ',"game\\u002d1": {"name": "b", "price": "1"}}'
    assert faults(text) == [(1, "number")]


def test_json_is_known_by_its_first_character_too():
    assert len(parse_bank(b" {" + GOOD.encode() + b"}", "bank.txt").rows) == 1


@pytest.mark.parametrize(
    ("name", "size", "note"),
    [
        ("Nuggets, 5 lbs", "5 lbs", ""),
        ("Tips, 32 oz.", "32 oz.", ""),
        ("Butter, 2 x 16 oz", "2 x 16 oz", ""),
        ("Tea, 36 X 12 fl oz", "36 X 12 fl oz", ""),
        ("Soup, 6/2 oz", "6/2 oz", ""),
        ("Batteries, 40-count", "40-count", ""),
        ("Ham, 3 lbs 4 oz", "3 lbs 4 oz", ""),
        ("Water, 1.5 L", "1.5 L", ""),
        ("Candy, Peanut, 1.63 oz, 24 ct", "24 ct", ""),
        ("Roast, Price Per Pound", "", "price per lb"),
        ("Manchego, Aged 6 Months", "", ""),
        ("Lamb, Australia", "", ""),
        ("Sauce, 2 x 40, oz", "", ""),
        ("5 lbs", "", ""),
        ("Papaya", "", ""),
        ("", "", ""),
    ],
)
def test_size_and_note_come_from_the_end_of_the_name(name, size, note):
    assert size_and_note(name) == (size, note)


@given(st.text(alphabet="0123456789.x/ -lbozgct", max_size=200))
@example(" 6/2 oz")
def test_size_is_the_end_of_the_name_or_nothing(tail):
    name = f"a,{tail}"
    size, note = size_and_note(name)
    assert size in ("", name.rpartition(",")[2].strip())
    assert note == ""  # these characters don't spell "price per pound"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
GAMES = st.dictionaries(
    st.from_regex(r"game-[0-9]{1,10}", fullmatch=True) | st.text(max_size=9),
    JSON | st.fixed_dictionaries({"name": JSON, "price": JSON, "image": JSON}),
    max_size=3,
)


@given(st.binary(max_size=200), GAMES, st.integers(0, 400))
def test_no_bytes_raise(junk, games, cut):
    whole = json.dumps(games).encode()
    for content in (junk, b"{" + junk, whole, whole[:cut], whole[:cut] + junk + whole[cut:]):
        bank = parse(content)
        assert bool(bank.rows) != bool(bank.faults)
        str(bank.faults).encode()


def test_the_bank_of_the_original_game_is_read_whole(shared_data):
    bank = parse((shared_data / "games.json").read_bytes())
    assert bank.faults == []
    assert [row.number for row in bank.rows] == list(range(1, 3400))
    assert sum(bool(row.values["size"]) for row in bank.rows) == 2834
    assert sum(row.values["price_note"] == "price per lb" for row in bank.rows) == 2
