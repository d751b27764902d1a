"""Hands finished games to the day's statistics. A fault there never spoils the end of a game."""

import logging
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from django.db import Error

from costcodle.game.player import Game, Player
from stats.numbers import Numbers
from stats.record import record_result
from stats.so_far import numbers_so_far

log = logging.getLogger("costcodle.game")


def record_ended(player: Player, open_numbers: Collection[int], now: datetime) -> Player:
    """Records what has ended and isn't recorded yet; what fails is left for the next visit."""
    for game in player.games:
        if game.over and game.slot is None and game.number in open_numbers:
            player = player.with_game(_recorded(game, now))
    return player


def _recorded(game: Game, now: datetime) -> Game:
    try:
        recorded = record_result(game.number, game.session_id, game.won, len(game.guesses), now)
    except Error:
        log.exception("The result of a game of #%d was not recorded.", game.number)
        return game
    return replace(game, slot=recorded.slot or 0)


def day_so_far(number: int, now: datetime) -> Numbers | None:
    """How everyone fared with the puzzle until now; None while that can't be told."""
    try:
        return numbers_so_far(number, now)
    except Error:
        log.exception("The results of #%d could not be read.", number)
        return None
