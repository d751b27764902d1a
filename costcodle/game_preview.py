"""The game page of any puzzle of the bank as a stranger will see it; staff only, never stored."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from answers.models import Puzzle
from costcodle import clock
from costcodle.game.board import Board
from costcodle.game.player import Player


def preview_game(request: HttpRequest, number: int) -> HttpResponse:
    """The page of the puzzle's first moment, with an empty board."""
    if not request.user.has_perm("answers.view_puzzle"):
        raise PermissionDenied
    puzzle = get_object_or_404(Puzzle, number=number)
    puzzle.previous = number - 1  # type: ignore[attr-defined]  # a stranger has no streak to lose
    board = Board(puzzle, [puzzle], Player(), clock.opens_at(puzzle.day))
    context = {"board": board, "puzzle": puzzle, "game": board.game, "number": number}
    context["is_preview"] = True
    return render(request, "admin/answers/puzzle/preview_game.html", context)
