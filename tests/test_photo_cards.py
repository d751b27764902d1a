"""Share pictures: the one of an open game never depends on the price."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.storage import default_storage
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.photos import cards, lettering
from answers.photos.cards import make_answer_card, make_share_card
from answers.photos.names import card_path, photo_path
from answers.photos.storage import read, store
from tests.pictures import decoded, is_bare, make_picture

pytestmark = pytest.mark.engine_free


def product(**changes: Any) -> Any:
    values = {"number": 7, "name": "Olive Oil", "price_cents": 1299, "image_key": ""}
    return SimpleNamespace(**(values | {"image_width": 0} | changes))


def with_photo(**changes: Any) -> Any:
    store(photo_path("a" * 32, 600, "jpg"), make_picture())
    return product(image_key="a" * 32, image_width=600, **changes)


@pytest.mark.parametrize("make", [make_share_card, make_answer_card])
@pytest.mark.parametrize("thing", [product(), product(image_key="b" * 32, image_width=400)])
def test_a_card_is_a_bare_picture_of_the_agreed_size(make: Any, thing: Any) -> None:
    content = read(card_path(make(thing)))
    assert decoded(content).size == (1200, 630)
    assert is_bare(content)


def test_the_share_card_does_not_know_the_price() -> None:
    class NoPrice(SimpleNamespace):
        @property
        def price_cents(self) -> int:
            raise AssertionError("the share card asked for the price")

    values = vars(with_photo())
    values.pop("price_cents")
    assert make_share_card(NoPrice(**values)) == make_share_card(with_photo(price_cents=9999))


def test_the_answer_card_shows_the_price() -> None:
    keys = {make_answer_card(with_photo(price_cents=cents)) for cents in (1299, 1300)}
    assert len(keys) == 2


def test_a_card_shows_name_number_and_photo() -> None:
    things = (with_photo(), with_photo(name="Other"), with_photo(number=8), product())
    assert len({make_share_card(thing) for thing in things}) == 4


def test_the_answer_card_is_not_made_with_the_share_card() -> None:
    thing = with_photo(name="Only for the order of things")
    answer_key = make_answer_card(thing)
    default_storage.delete(card_path(answer_key))
    make_share_card(thing)
    assert not default_storage.exists(card_path(answer_key))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Jalapeño Crème 12 × 4 oz", "Jalapeño Crème 12 × 4 oz"),
        ("Cafe\u0301", "Café"),
        ("２\u00a0㎏ ｒｉｃｅ", "2 kg rice"),
        ("寿司 sushi 🍣\u202e\x00\n roll", "sushi roll"),
        ("\u0301\u200b🍣", ""),
    ],
)
def test_only_letters_that_the_font_has_are_drawn(text: str, drawn: str) -> None:
    assert lettering.drawable(text) == drawn


@given(st.text(max_size=200))
@settings(max_examples=150)
def test_any_name_fits(name: str) -> None:
    lines, font = lettering.fit(name, cards.TEXT_WIDTH, cards.NAME_HEIGHT)
    assert all(font.getlength(line) <= cards.TEXT_WIDTH for line in lines)
    assert len(lines) * font.size * lettering.LINE_HEIGHT <= cards.NAME_HEIGHT


@pytest.mark.parametrize("name", ["W" * 200, "word " * 40, "a" * 50 + " " + "b" * 149, "🍣" * 200])
def test_long_names_are_drawn(name: str) -> None:
    assert make_share_card(product(name=name))


def test_no_word_is_lost_while_there_is_room() -> None:
    name = "Kirkland Signature Organic Extra Virgin Olive Oil"
    lines, _ = lettering.fit(name, cards.TEXT_WIDTH, cards.NAME_HEIGHT)
    assert " ".join(lines) == name


@pytest.mark.parametrize("cents", [1, 1199, 9_999_999])
def test_every_price_fits_its_tag(cents: int) -> None:
    sentence = f"${cents / 100:,.2f}"
    font = lettering.largest(sentence, cards.TAG_SIZES, cards.TAG_WIDTH)
    assert font.getlength(sentence) <= cards.TAG_WIDTH
