"""Carries a player's record to another device, or forgets the player."""

from urllib.parse import parse_qs

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from costcodle.game.asking import refuse_unwanted, sent_form
from costcodle.game.cookie import forget_player, read_code, read_player, write_player
from costcodle.game.reply import never_stored, tells_faults

NOT_A_CODE = "This is no code of this site, or part of it is missing. Copy the whole link again."


@csrf_exempt
@never_stored
@require_POST
@tells_faults
def forget(request: HttpRequest) -> HttpResponse:
    """Deletes the game and the record of this browser."""
    refuse_unwanted(request)
    response = HttpResponseRedirect("/play/", status=303)
    forget_player(response)
    return response


@csrf_exempt
@never_stored
@require_http_methods(["GET", "HEAD", "POST"])
@tells_faults
def restore(request: HttpRequest) -> HttpResponse:
    """Asks whether to take over another device's record; a POST takes it if it has played more."""
    if request.method == "POST":
        refuse_unwanted(request)
    given = sent_form(request) if request.method == "POST" else request.GET
    code = code_of(given.get("code", ""))
    if not code:
        return render(request, "game/restore.html")
    offered = read_code(code)
    if offered is None:
        return render(request, "game/restore.html", {"fault": NOT_A_CODE}, status=422)
    player = read_player(request)
    if request.method == "POST":
        response = HttpResponseRedirect("/play/", status=303)
        write_player(response, player.take_over(offered))
        return response
    context = {
        "code": code,
        "offered": offered,
        "records": [("Other device", offered), ("This browser", player.record)],
        "has_more": offered.played > player.record.played,
    }
    return render(request, "game/restore.html", context)


def code_of(text: str) -> str:
    """The code in what was pasted: the code itself, or the link that holds it."""
    text = text.strip()
    _, is_link, query = text.partition("?")
    # Not by urlsplit, to which a bracket in what was pasted is an error.
    return parse_qs(query.partition("#")[0]).get("code", [""])[0] if is_link else text
