import pytest

from costcodle.game.player import Game
from costcodle.game.share import share_text, share_words
from costcodle.rules import judge

pytestmark = pytest.mark.engine_free

LINK = "https://costcodle.example/"
WON = Game(1168, "s", 1167, tuple(judge(cents, 1000) for cents in (100, 800, 5000, 1200, 1000)))
LOST = Game(1168, "s", 1167, tuple(judge(cents, 1000) for cents in (1, 2, 3, 4, 5, 6)))


def test_won_game():
    assert share_text(WON, LINK) == "Costcodle #1168 5/6\n⬆️🟥\n⬆️🟨\n⬇️🟥\n⬇️🟨\n✅\n" + LINK


def test_lost_game():
    assert share_text(LOST, LINK) == "Costcodle #1168 X/6\n" + "⬆️🟥\n" * 6 + LINK


def test_words_say_the_same_without_pictures():
    words = share_words(WON, LINK)
    assert words.splitlines()[:2] == [
        "Costcodle #1168: solved in 5/6.",
        "Guess 1: far, the price is higher.",
    ]
    assert words.isascii() and words.count(LINK) == 1


def test_neither_tells_an_amount():
    for text in (share_text(WON, LINK), share_words(WON, LINK)):
        assert "10" not in text.replace("1168", "") and "$" not in text
