"""Answers of `/play/` in the three shapes that are asked for: a page, the board alone, JSON."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from costcodle.errors import error_page, wants_json
from costcodle.game.asking import wants_board_only
from costcodle.game.board import Board, state_json
from costcodle.game.cookie import write_player
from costcodle.game.faults import Fault, TooLarge, UnknownPuzzle
from costcodle.game.player import Player
from costcodle.game.puzzles import between_puzzles
from costcodle.game.results import day_so_far

View = Callable[[HttpRequest], HttpResponse]


def never_stored(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        response = view(request)
        response["Cache-Control"] = "no-store"
        return response

    return wrapped


def tells_faults(view: View) -> View:
    """Turns a Fault into its answer."""

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except Fault as fault:
            response = fault_reply(request, fault)
            for name, value in fault.headers.items():
                response[name] = value
            return response

    return wrapped


def reply(request: HttpRequest, board: Board) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(state_json(board), json_dumps_params={"ensure_ascii": False})
    return board_page(request, board)


def board_page(request: HttpRequest, board: Board, fault: Fault | None = None) -> HttpResponse:
    template = "game/board.html" if wants_board_only(request) else "game/play.html"
    context = {"board": board, "puzzle": board.puzzle, "game": board.game, "fault": fault}
    if board.game.over:
        context["day_so_far"] = day_so_far(board.puzzle.number, board.now)
    return HttpResponse(render_to_string(template, context), status=fault.status if fault else 200)


def fault_reply(request: HttpRequest, fault: Fault) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"error": fault.error, "message": fault.message}, status=fault.status)
    if fault.board:
        return board_page(request, fault.board, fault)
    if wants_board_only(request):
        template = "game/fault.html"
    elif isinstance(fault, TooLarge):
        return error_page(fault.status)
    else:
        template = "game/fault_page.html"
    return HttpResponse(render_to_string(template, {"fault": fault}), status=fault.status)


def no_puzzle_reply(request: HttpRequest, now: datetime) -> HttpResponse:
    """No puzzle today: a friendly page, but 404 for programs."""
    if wants_json(request) or wants_board_only(request):
        raise UnknownPuzzle
    return render(request, "game/no_puzzle.html", between_puzzles(now))


def with_player(response: HttpResponse, known: Player, player: Player) -> HttpResponse:
    """Sends the cookie when the player has changed."""
    if player != known:
        write_player(response, player)
    return response
