"""The player's cookie: signed, small, and a fresh start whenever it can't be read."""

import base64
import json

import pytest
from django.core.signing import Signer
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from hypothesis import given
from hypothesis import strategies as st

from costcodle.game import cookie
from costcodle.game.player import Game, Player, Record
from costcodle.rules import judge

pytestmark = pytest.mark.engine_free

GUESSES = tuple(judge(cents, 1000) for cents in (100, 800, 5000, 1200, 9_999_999, 1000))
PLAYER = Player(
    Record(played=12, won=10, streak=4, max_streak=7, distribution=(0, 1, 2, 3, 4, 0), last=9),
    (Game(10, "s" * 22, 9, GUESSES, 812), Game(11, "t" * 22, 10, GUESSES[:2])),
)


def written(player=PLAYER):
    response = HttpResponse()
    cookie.write_player(response, player)
    return response.cookies[cookie.NAME]


def read(value):
    request = RequestFactory().get("/play/")
    request.COOKIES[cookie.NAME] = value
    return cookie.read_player(request)


def signed(content, salt="costcodle.game.game"):
    text = base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")
    return Signer(salt=salt).sign(text)


def test_reads_back_what_was_written():
    assert read(written().value) == PLAYER
    assert read(written(Player()).value) == Player()


def test_attributes():
    morsel = written()
    assert (morsel["path"], morsel["httponly"], morsel["samesite"]) == ("/play/", True, "Lax")
    assert morsel["max-age"] == 400 * 86_400
    assert not morsel["secure"]
    with override_settings(SECURE=True):
        assert written()["secure"]


def test_fullest_player_stays_under_1_kb():
    guesses = tuple(judge(9_999_999 - step, 1) for step in range(6))
    record = Record(99_999, 99_999, 99_999, 99_999, (99_999,) * 6, 999_999_998)
    games = [
        Game(number, "s" * 22, number - 1, guesses, 50_000) for number in (999_999_998, 999_999_999)
    ]
    morsel = written(Player(record, tuple(games), repeated=True))
    assert len(morsel.OutputString()) < 1000


def test_code_carries_the_record_alone():
    code = cookie.write_code(PLAYER.record)
    assert cookie.read_code(code) == PLAYER.record
    assert cookie.read_code(written().value) is None
    assert read(code) == Player()


def test_old_keys_still_read():
    value = written().value
    with override_settings(SECRET_KEY="another-key-" + "1" * 50):
        assert read(value) == Player()
        from django.conf import settings

        old = "only-for-tests-" + "0" * 50
        with override_settings(SECRET_KEY_FALLBACKS=[old]):
            assert [old] == settings.SECRET_KEY_FALLBACKS
            assert read(value) == PLAYER


@pytest.mark.parametrize(
    "content",
    [
        [2, [[], [3, 2, 1, 2, [0] * 6, 5], 0]],  # of a version to come
        [1, [[], [0, 0, 0, 0, [0] * 5, 0], 0]],
        [1, [[[1, "s", 0, None, "100x"]], [0, 0, 0, 0, [0] * 6, 0], 0]],
        [1, [[[1]], [0, 0, 0, 0, [0] * 6, 0], 0]],
        [1, None],
        [1],
        {},
        None,
        7,
    ],
)
def test_other_contents_are_a_fresh_start(content):
    assert read(signed(content)) == Player()


def test_readable_control():
    assert read(signed([1, [[], [3, 2, 1, 2, [0, 2, 0, 0, 0, 0], 5], 0]])).record.played == 3


@given(st.integers(0, 400), st.characters(codec="ascii"))
def test_tampered_or_cut_is_a_fresh_start(place, character):
    value = written().value
    place %= len(value)
    assert read(value[:place]) == Player()
    changed = value[:place] + character + value[place + 1 :]
    assert read(changed) == (PLAYER if changed == value else Player())


@given(st.text(max_size=2000))
def test_any_text_is_a_fresh_start(text):
    assert read(text) == Player()


def test_oversized_is_a_fresh_start_even_when_signed():
    assert (
        read(signed([1, [[[1, "s" * 1000, 0, None, ""]], [3, 2, 1, 2, [0] * 6, 5], 0]])) == Player()
    )
