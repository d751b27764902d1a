"""The one spelling of a puzzle number in a URL."""

import re

NUMBER = "[1-9][0-9]{0,8}"


class NumberConverter:
    """`<number:number>` in a URL pattern: ASCII digits, no leading zero, at most nine.

    Anything else matches no pattern, so it gets the same plain 404 as an unknown number.
    """

    regex = NUMBER

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


def read_number(text: str) -> int | None:
    """The number that `text` spells, or None unless it is spelled in the one way."""
    return int(text) if re.fullmatch(NUMBER, text) else None
