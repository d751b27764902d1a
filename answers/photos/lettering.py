"""Words on pictures: a font, and names broken into lines that fit."""

import functools
import unicodedata

from PIL import ImageFont

SIZES = (64, 54, 46, 40)
LINE_HEIGHT = 1.25
NO_GLYPH = "\uffff"


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont:
    loaded = ImageFont.load_default(size)
    assert isinstance(loaded, ImageFont.FreeTypeFont)  # noqa: S101
    return loaded


def drawable(text: str) -> str:
    """The text in letters that the font has: accents dropped where need be, the rest left out."""
    missing = bytes(font(40).getmask(NO_GLYPH))
    kept = []
    for letter in unicodedata.normalize("NFC", text):
        for form in (letter, *unicodedata.normalize("NFKD", letter)):
            if form.isprintable() and bytes(font(40).getmask(form)) != missing:
                kept.append(form)
                break
    return " ".join("".join(kept).split())


def fit(text: str, width: int, height: int) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Lines of `text` and the largest font with which they fit; the last resort is an ellipsis."""
    text = drawable(text)
    for size in SIZES:
        lines, most = wrap(text, font(size), width), int(height / (size * LINE_HEIGHT))
        if len(lines) <= most:
            return lines, font(size)
    lines = lines[:most]
    while lines[-1] and font(size).getlength(lines[-1] + "…") > width:
        lines[-1] = lines[-1][:-1]
    return [*lines[:-1], lines[-1].rstrip() + "…"], font(size)


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
