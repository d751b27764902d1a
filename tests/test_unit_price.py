"""The price of a unit is read only from a text that is a size and nothing else."""

import pytest

from answers.unit_price import size_in_name, unit_prices

pytestmark = pytest.mark.engine_free


@pytest.mark.parametrize(
    ("cents", "size", "shown"),
    [
        (1199, "40 oz", ["30¢ per oz"]),
        (1199, "1.5 lb", ["$7.99 per lb"]),
        (1199, "2.5 LBS.", ["$4.80 per lb"]),
        (1199, "1 lb", ["$11.99 per lb"]),
        (599, "35 x 12 oz", ["1.4¢ per oz", "17.1¢ each"]),
        (599, "12 x 16.9 fl oz", ["3¢ per fl oz", "49.9¢ each"]),
        (599, "12×16.9 Fl. Oz.", ["3¢ per fl oz", "49.9¢ each"]),
        (899, "2 x 48 oz", ["9.4¢ per oz", "$4.50 each"]),
        (899, "4 X12oz Bags", ["18.7¢ per oz", "$2.25 each"]),
        (899, "24 x 16.9 fl oz bottles", ["2.2¢ per fl oz", "37.5¢ each"]),
        (449, "6 lbs 10 oz", ["67.8¢ per lb"]),
        (999, "100 ct", ["10¢ each"]),
        (999, "2 x 20 ct", ["25¢ each"]),
        (999, "18-count", ["55.5¢ each"]),
        (999, "6 dozen", ["13.9¢ each"]),
        (999, "1,000 ct", ["1¢ each"]),
        (1, "1,000 ct", ["under 0.1¢ each"]),
        (1099, "2 L", ["$5.50 per L"]),
        (1099, "750 mL", ["$14.65 per L"]),
        (1099, "15 x 1 L", ["73.3¢ per L"]),
        (399, "1 gal", ["$3.99 per gal"]),
        (1099, "500 g", ["$21.98 per kg"]),
        (9_999_999, ".5 lb", ["$199,999.98 per lb"]),
        (9995, "100 ct", ["$1.00 each"]),
    ],
)
def test_a_size_gives_prices_per_unit(cents: int, size: str, shown: list[str]) -> None:
    assert [str(price) for price in unit_prices(cents, size)] == shown


@pytest.mark.parametrize(
    "size",
    [
        "",
        "large",
        "oz",
        "0 oz",
        "0 x 12 oz",
        "-5 oz",
        "1 ct",
        "1/2 lb",
        "24/16 oz",
        "180 ct x 57.5 oz",
        "about 3 lb",
        "3 lb or 4 lb",
        "2-3 lb",
        "Aged 6 months",
        "price per pound",
        "1.2345 oz",
        "1,00 oz",
        "12345 oz",
        "٣ oz",
        "３ oz",
        "1e3 oz",
        "9" * 30 + " oz",
        "12 oz\0",
    ],
)
def test_what_is_not_surely_a_size_gives_none(size: str) -> None:
    assert unit_prices(1199, size) == []


def test_the_size_in_a_name_stands_after_its_last_comma() -> None:
    assert size_in_name("Rolls, Sliced, 12 ct") == " 12 ct"
    assert size_in_name("Rolls 12 ct") == ""
