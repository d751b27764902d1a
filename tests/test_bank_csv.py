from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.bank.parse import MOST_BYTES, parse_bank
from answers.bank.rows import MOST_FAULTS

pytestmark = pytest.mark.engine_free

HEADER = "number,day,name,size,price,price_note,price_as_of,source,description,image\n"
ROW = "7,2026-12-05,Honey,24 oz,$9.99,,2026-11-30,a shelf,Mild.,honey.webp\n"


def parse(text, name="bank.csv"):
    return parse_bank(text if isinstance(text, bytes) else text.encode(), name)


def faults(text):
    bank = parse(text)
    assert bank.rows == []
    return [(fault.line, fault.field) for fault in bank.faults]


def test_row_is_read():
    (row,) = parse(HEADER + ROW).rows
    assert (row.line, row.number, row.day, row.image) == (2, 7, date(2026, 12, 5), "honey.webp")
    assert row.values == {
        "name": "Honey",
        "size": "24 oz",
        "price_cents": 999,
        "price_note": "",
        "price_as_of": date(2026, 11, 30),
        "source": "a shelf",
        "description": "Mild.",
    }


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + (HEADER + ROW).encode(),
        (HEADER + ROW).replace("\n", "\r\n").encode(),
        (HEADER + ROW).rstrip("\n").encode(),
        (HEADER + "\n,,,,,,,,,\n" + ROW + "\n\n").encode(),
        (HEADER.upper() + ROW).encode(),
    ],
    ids=["byte order mark", "CRLF", "no last line break", "blank lines", "upper-case header"],
)
def test_harmless_differences_change_nothing(content):
    bank = parse(content)
    assert (len(bank.rows), bank.faults, bank.rows[0].values["price_cents"]) == (1, [], 999)


def test_columns_that_are_absent_are_not_spoken_of():
    (row,) = parse("name,number,price\nHoney,7,9.99\n").rows
    assert (row.day, row.image) == (None, "")
    assert row.values == {"name": "Honey", "price_cents": 999}


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        ("1,,a,,abc,,,,,", "price"),
        ("1,,a,,-5,,,,,", "price"),
        ("1,,a,,0,,,,,", "price"),
        ("1,,a,,1.299,,,,,", "price"),
        ("0,,a,,1,,,,,", "number"),
        ("01,,a,,1,,,,,", "number"),
        ("1,12/05/2026,a,,1,,,,,", "day"),
        ("1,,,,1,,,,,", "name"),
        ("1,,a\0b,,1,,,,,", "name"),
        ("1,,a,,1,,,,\0,", "description"),
        ("1,,a,,1,,soon,,,", "price_as_of"),
        ("1,,a,,1,,,,,\0.webp", "image"),
        (f"1,,{'a' * 201},,1,,,,,", "name"),
        ("1,,a,,1,299.99,,,,,", "row"),
        ("1,,a,,1", "row"),
        ('1,,"a,,1,,,,,', "row"),
        ('1,,"a"b,,1,,,,,', "row"),
    ],
)
def test_fault_has_its_line_and_field(cells, field):
    assert faults(HEADER + "9,,fine,,1,,,,,\n" + cells + "\n") == [(3, field)]


def test_every_fault_of_every_row_is_told():
    text = HEADER + "0,,,,x,,,,,\n" + "2,,fine,,1,,,,,\n" + "3,,a,,,,,,,\n"
    assert faults(text) == [(2, "number"), (2, "name"), (2, "price"), (4, "price")]


def test_line_of_a_row_is_where_it_begins():
    bank = parse(HEADER + '1,,a,,1,,,,"two\nlines",\n' + "2,,b,,x,,,,,\n")
    assert [fault.line for fault in bank.faults] == [4]


def test_latin_1_is_told_with_its_field():
    bank = parse((HEADER + "1,,Café,,1,,,,,\n").encode("latin-1"))
    assert [str(fault) for fault in bank.faults] == [
        "line 2, name is not UTF-8 text; save the file as UTF-8."
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_unicode_encodings_are_told(encoding):
    assert faults((HEADER + ROW).encode(encoding))[0] == (1, "header")


def test_number_and_day_stand_once():
    text = HEADER + "1,2026-12-05,a,,1,,,,,\n1,2026-12-06,b,,1,,,,,\n3,2026-12-05,c,,1,,,,,\n"
    assert faults(text) == [(3, "number"), (4, "day")]


@pytest.mark.parametrize(
    "header",
    [
        "1,2026-12-05,Honey,,9.99,,,,,",
        "name,price",
        "number;name;price",
        "number,name,price,colour",
        "number,name,price,price",
    ],
)
def test_header_is_needed_and_known(header):
    assert faults(header + "\n1,a,1\n") == [(1, "header")]


def test_semicolons_are_told_with_their_mend():
    (fault,) = parse(b"number;name;price\n1;Honey;9,99\n").faults
    assert "semicolons" in fault.reason
    assert "commas" in fault.reason


@pytest.mark.parametrize("content", [b"", b"\n\n", HEADER.encode(), b"\xef\xbb\xbf"])
def test_file_without_puzzles_is_a_fault(content):
    assert len(parse(content).faults) == 1


def test_ten_megabytes_of_junk_end_in_few_faults():
    assert len(faults(b"\0" * 10_000_000)) == 1
    assert len(faults(b"junk " * 2_000_000)) == 1
    assert len(faults(HEADER + "junk\n" * 2_000_000)) == MOST_FAULTS + 1


def test_file_of_another_kind_of_size_is_not_read():
    assert faults(b"x" * (MOST_BYTES + 1)) == [(1, "file")]


@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_no_bytes_raise(content):
    for whole in (content, HEADER.encode() + content, HEADER.encode() + b"1,,a,,1,,,,," + content):
        bank = parse(whole)
        assert bool(bank.rows) != bool(bank.faults)
        str(bank.faults).encode()
