"""Share pictures, 1200 × 630: the product while its game is open, and with its price after it."""

import io
from typing import Protocol

from PIL import Image, ImageDraw, ImageFont

from answers.money import dollars
from answers.photos import lettering
from answers.photos.names import card_path, keyed_name, photo_path
from answers.photos.pipeline import encode
from answers.photos.storage import read, store

SIZE = (1200, 630)
MARGIN = 56
PHOTO_BOX = (MARGIN, MARGIN, 574, 574)
TEXT_LEFT, TEXT_WIDTH, NAME_HEIGHT = 630, 514, 290
TAG_WIDTH, TAG_SIZES = TEXT_WIDTH - 60, (100, 84, 58)
PAPER, SURFACE, INK, MUTED = "#ece9e2", "#fffdf8", "#1b1d1a", "#5a5b54"
ACCENT, ACCENT_INK = "#0b5f4a", "#fffdf8"


class CardFields(Protocol):
    """What a card shows; a Puzzle, an AnswerPost and a computed page all have these."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def image_key(self) -> str: ...
    @property
    def image_width(self) -> int: ...


class PricedCardFields(CardFields, Protocol):
    @property
    def price_cents(self) -> int: ...


def make_share_card(puzzle: CardFields) -> str:
    """Writes the card of a game that may still be open and returns its key. Never has the price."""
    return _store(_card(puzzle, "Guess the price"))


def make_answer_card(page: PricedCardFields) -> str:
    """Writes the card with the price and returns its key. Only for a page being published."""
    return _store(_card(page, dollars(page.price_cents)))


def _store(card: Image.Image) -> str:
    content = encode(card, "JPEG", quality=85, progressive=True)
    card_key = keyed_name("card", content)
    store(card_path(card_key), content)
    return card_key


def _card(product: CardFields, sentence: str) -> Image.Image:
    card = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(card)
    draw.rounded_rectangle(PHOTO_BOX, 12, fill=SURFACE)
    photo = _photo(product)
    if photo:
        left, top, right, bottom = PHOTO_BOX
        photo.thumbnail((right - left - 40, bottom - top - 40))
        card.paste(photo, ((left + right - photo.width) // 2, (top + bottom - photo.height) // 2))
    else:
        _centred(draw, PHOTO_BOX, "?", lettering.font(320), MUTED)
    draw.text((TEXT_LEFT, MARGIN), f"Costcodle #{product.number}", MUTED, lettering.font(34))
    lines, font = lettering.fit(product.name, TEXT_WIDTH, NAME_HEIGHT)
    draw.multiline_text((TEXT_LEFT, 120), "\n".join(lines), INK, font, spacing=10)
    tag = (TEXT_LEFT, 434, TEXT_LEFT + TEXT_WIDTH, 574)
    draw.rounded_rectangle(tag, 12, fill=ACCENT)
    _centred(draw, tag, sentence, lettering.largest(sentence, TAG_SIZES, TAG_WIDTH), ACCENT_INK)
    return card


def _photo(product: CardFields) -> Image.Image | None:
    """The product's largest stored JPEG; None without one, or when its file is gone."""
    if not product.image_key:
        return None
    try:
        content = read(photo_path(product.image_key, product.image_width, "jpg"))
    except FileNotFoundError:
        return None
    return Image.open(io.BytesIO(content))


def _centred(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    text: str,
    font: ImageFont.FreeTypeFont,
    colour: str,
) -> None:
    middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
    draw.text(middle, text, colour, font, anchor="mm")
