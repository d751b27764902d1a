"""Words on pictures: the font, and names broken into lines that fit."""

import functools
import unicodedata
from pathlib import Path

from PIL import ImageFont

# Libre Franklin, SIL Open Font License, see OFL.txt beside it.
FONT_FILE = Path(__file__).parent / "font" / "LibreFranklin-SemiBold.ttf"
SIZES = (76, 64, 56, 48, 42)
LINE_HEIGHT = 1.2
_NO_LETTER = "\uffff"


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout looks the same wherever it runs; the other depends on a system library.
    return ImageFont.truetype(FONT_FILE, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str) -> str:
    """The text in letters that the font has: accents dropped where need be, others left out."""
    return " ".join("".join(map(_drawable_letter, unicodedata.normalize("NFC", text))).split())


@functools.lru_cache(maxsize=2000)
def _drawable_letter(letter: str) -> str:
    if letter.isspace():
        return " "
    if _has_form(letter):
        return letter
    return "".join(filter(_has_form, unicodedata.normalize("NFKD", letter)))


def _has_form(letter: str) -> bool:
    missing = bytes(font(40).getmask(_NO_LETTER))
    visible = letter.isprintable() and not unicodedata.combining(letter)
    return visible and bytes(font(40).getmask(letter)) != missing


def fit(text: str, width: int, height: int) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Lines of `text` in the largest font that fits them; the last resort is an ellipsis."""
    text = drawable(text)
    for size in SIZES:
        lines, room = wrap(text, font(size), width), int(height / (size * LINE_HEIGHT))
        if len(lines) <= room:
            return lines, font(size)
    last = lines[room - 1]
    while font(size).getlength(last + "…") > width:
        last = last[:-1]
    return [*lines[: room - 1], last.rstrip(" ,") + "…"], font(size)


def largest(text: str, sizes: tuple[int, ...], width: int) -> ImageFont.FreeTypeFont:
    """The largest of these sizes, falling, in which the text fits one line; else the last."""
    fitting = (font(size) for size in sizes if font(size).getlength(text) <= width)
    return next(fitting, font(sizes[-1]))


def wrap(text: str, letters: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """Greedy lines at most `width` pixels wide; a word wider than that is cut."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if letters.getlength(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while letters.getlength(word) > width:
            end = len(word) - 1
            while letters.getlength(word[:end]) > width:
                end -= 1
            lines.append(word[:end])
            word = word[end:]
        line = word
    return [*lines, line] if line else lines
