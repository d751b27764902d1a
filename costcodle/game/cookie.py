"""The player's state as one signed cookie, and the record alone as a code to carry elsewhere.

The signature keeps results honest; it hides nothing, so neither holds the price. Whatever can't
be read, for whatever reason, is a fresh start.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import astuple
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from costcodle.game.player import Game, Player, Record
from costcodle.rules import NUM_GUESSES, Guess

NAME = "player"
PATH = "/play/"
LIFETIME = timedelta(days=400)
LONGEST = 1000
VERSION = 1

_MARKS: dict[str, tuple[Any, Any]] = {
    "u": ("up", "far"),
    "U": ("up", "near"),
    "d": ("down", "far"),
    "D": ("down", "near"),
    "w": ("hit", "win"),
}
_LETTERS = {mark: letter for letter, mark in _MARKS.items()}
T = TypeVar("T")


def read_player(request: HttpRequest) -> Player:
    """The player of the request's cookie; a new one without a cookie that can be read."""
    return _read(request.COOKIES.get(NAME, ""), "game", _player) or Player()


def write_player(response: HttpResponse, player: Player) -> None:
    games = [
        [game.number, game.session_id, game.previous, game.slot, _pack_guesses(game.guesses)]
        for game in player.games
    ]
    content = [games, _pack_record(player.closed), int(player.repeated)]
    response.set_cookie(
        NAME,
        _write(content, "game"),
        max_age=LIFETIME,
        path=PATH,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_player(response: HttpResponse) -> None:
    response.delete_cookie(NAME, path=PATH, samesite="Lax")


def write_code(record: Record) -> str:
    """The record for another device."""
    return _write(_pack_record(record), "record")


def read_code(code: str) -> Record | None:
    return _read(code.strip(), "record", _record)


def _signer(purpose: str) -> Signer:
    """Also reads what was signed with a key of SECRET_KEY_FALLBACKS."""
    return Signer(salt=f"costcodle.game.{purpose}")


def _write(content: list[Any], purpose: str) -> str:
    text = json.dumps([VERSION, content], separators=(",", ":"))
    return _signer(purpose).sign(urlsafe_b64encode(text.encode()).decode().rstrip("="))


def _read(signed: str, purpose: str, unpack: Callable[[Any], T]) -> T | None:
    if not signed or len(signed) > LONGEST:
        return None
    try:
        text = _signer(purpose).unsign(signed)
        version, content = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return unpack(content) if version == VERSION else None
    except (BadSignature, ValueError, TypeError, LookupError):
        return None


def _pack_guesses(guesses: tuple[Guess, ...]) -> str:
    """`1299u 999w`: cents, then a letter for direction and band."""
    return " ".join(f"{each.cents}{_LETTERS[each.direction, each.band]}" for each in guesses)


def _pack_record(record: Record) -> list[Any]:
    return list(astuple(record))


def _player(content: Any) -> Player:
    games, record, repeated = content
    return Player(_record(record), tuple(_game(*game) for game in games), bool(repeated))


def _game(number: int, session_id: str, previous: int, slot: int | None, guesses: str) -> Game:
    marked = [Guess(int(each[:-1]), *_MARKS[each[-1]]) for each in guesses.split()]
    return Game(number, session_id, previous, tuple(marked), slot)


def _record(content: Any) -> Record:
    played, won, streak, max_streak, distribution, last = content
    if len(distribution) != NUM_GUESSES:
        raise ValueError("a distribution of another game")
    return Record(played, won, streak, max_streak, tuple(distribution), last)
