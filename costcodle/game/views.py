"""`/play/`: one player's board and guesses. Nothing here is ever stored by a cache."""

import secrets
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from costcodle import clock
from costcodle.errors import wants_json
from costcodle.game.amounts import NotUnderstood, read_amount
from costcodle.game.asking import (
    named_puzzle,
    refuse_too_many,
    refuse_unwanted,
    sent_form,
    wants_board_only,
)
from costcodle.game.board import Board
from costcodle.game.cookie import read_player
from costcodle.game.faults import Closed, GuessNotUnderstood, Over, UnknownPuzzle
from costcodle.game.play import GameOver, choose_puzzle, play_guess
from costcodle.game.puzzles import Playable, playable_puzzles
from costcodle.game.reply import (
    never_stored,
    no_puzzle_reply,
    reply,
    tells_faults,
    with_player,
)
from costcodle.game.results import record_ended


@csrf_exempt  # judged by Sec-Fetch-Site and Origin: the form on the cached home has no token
@never_stored
@require_http_methods(["GET", "HEAD", "POST"])
@tells_faults
def play(request: HttpRequest) -> HttpResponse:
    return take_guess(request) if request.method == "POST" else show_board(request)


def show_board(request: HttpRequest) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    named = named_puzzle(request.GET["puzzle"]) if "puzzle" in request.GET else 0
    playable = playable_puzzles(now, named)
    known = read_player(request)
    player = record_ended(known.count_closed(playable.numbers), playable.numbers, now)
    if named:
        puzzle = open_puzzle(playable)
    else:
        puzzle = choose_puzzle(playable.open, clock.today(now), player)
    if puzzle is None:
        return no_puzzle_reply(request, now)
    board = Board(puzzle, playable.open, replace(player, repeated=False), now, player.repeated)
    return with_player(reply(request, board), known, board.player)


def take_guess(request: HttpRequest) -> HttpResponse:
    """Plays one guess. The order of the checks decides which fault a player is told."""
    now = request.now  # type: ignore[attr-defined]
    refuse_unwanted(request)
    refuse_too_many(request)
    form = sent_form(request)
    playable = playable_puzzles(now, named_puzzle(form.get("puzzle")))
    puzzle = open_puzzle(playable)
    known = read_player(request)
    player = replace(known.count_closed(playable.numbers), repeated=False)
    board = Board(puzzle, playable.open, player, now)
    text = form.get("guess", "")
    try:
        player, repeated = play_guess(player, puzzle, read_amount(text), secrets.token_urlsafe(16))
    except NotUnderstood as error:
        raise GuessNotUnderstood(board, text, str(error)) from None
    except GameOver:
        raise Over(board) from None
    player = record_ended(player, playable.numbers, now)
    if wants_json(request) or wants_board_only(request):
        board = replace(board, player=player, repeated=repeated)
        return with_player(reply(request, board), known, player)
    address = f"/play/?puzzle={puzzle.number}" if len(playable.open) > 1 else "/play/"
    response = HttpResponseRedirect(address, status=303)
    return with_player(response, known, replace(player, repeated=repeated))


def open_puzzle(playable: Playable) -> Any:
    """The named puzzle. Raises UnknownPuzzle, or Closed when its day is over."""
    if playable.named is None:
        raise UnknownPuzzle
    if playable.named not in playable.open:
        raise Closed(playable.named.number)
    return playable.named
