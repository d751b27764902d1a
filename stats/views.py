"""Results for everyone: parse, ask, render."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from costcodle import clock
from costcodle.policy import edge_cached
from stats.begun import begun_day, policy_of_results
from stats.numbers import GUESSES, count_puzzle
from stats.page import read_page


@edge_cached("home")
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    return render(request, "stats/day.html", {"page": read_page(clock.today(now), now)})


@edge_cached(policy_of_results)
@require_safe
def day(request: HttpRequest, number: int) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    begun = begun_day(number, now)
    if begun is None:
        raise Http404
    return render(request, "stats/day.html", {"page": read_page(begun, now)})


@edge_cached(policy_of_results)
@require_safe
def day_json(request: HttpRequest, number: int) -> HttpResponse:
    """`average_guesses` counts a game that was not solved as six, as on the pages."""
    now = request.now  # type: ignore[attr-defined]
    begun = begun_day(number, now)
    if begun is None:
        raise Http404
    numbers = count_puzzle(number)
    average = numbers.average_guesses
    return JsonResponse(
        {
            "puzzle": number,
            "players": numbers.players,
            "won": numbers.won,
            "lost": numbers.lost,
            "distribution": dict(zip(map(str, GUESSES), numbers.won_with, strict=True)),
            "average_guesses": None if average is None else round(average, 2),
            "final": clock.is_over(begun, now),
        }
    )
