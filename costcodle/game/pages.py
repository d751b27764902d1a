"""The public pages around the game: the same bytes for everyone, no cookie read or set."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from costcodle import clock
from costcodle.game.board import Board
from costcodle.game.marks import legend
from costcodle.game.play import choose_puzzle
from costcodle.game.player import Player
from costcodle.game.puzzles import between_puzzles, playable_puzzles
from costcodle.game.reply import never_stored
from costcodle.policy import edge_cached


@edge_cached("home")
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today's product with an empty board, as a stranger sees it."""
    now = request.now  # type: ignore[attr-defined]
    stranger = Player()
    puzzle = choose_puzzle(playable_puzzles(now).open, clock.today(now), stranger)
    if puzzle is None:
        return render(request, "game/no_puzzle.html", between_puzzles(now))
    board = Board(puzzle, [puzzle], stranger, now)
    context = {"board": board, "puzzle": puzzle, "game": board.game}
    return render(request, "game/home.html", context)


@never_stored
@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    return render(request, "game/how_to_play.html", {"marks": legend()})


@never_stored
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "game/privacy.html")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to put the game on its home screen."""
    icons = [("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any")]
    icons.append(("icon-maskable-512.png", "512x512", "maskable"))
    content = {
        "name": "Costcodle",
        "short_name": "Costcodle",
        "description": "Guess the price of one warehouse product a day.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ece9e2",
        "theme_color": "#0b5f4a",
        "icons": [
            {
                "src": static(f"costcodle/{name}"),
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")
