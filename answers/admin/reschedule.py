"""Moves a product to another coming day, or swaps it with the product that stands there.

Number and day stay together; only the product moves.
"""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from answers.bank import edit
from answers.bank.days import Calendar
from answers.bank.seen import puzzle_fingerprint
from answers.models import Puzzle
from costcodle import clock

DAYS_BEYOND = 14  # free days offered behind the last puzzle


class RescheduleForm(forms.Form):
    to = forms.TypedChoiceField(
        label="To",
        coerce=lambda choice: choice.split(":"),
        error_messages={"invalid_choice": "What stands on that day has changed: choose again."},
    )
    seen = forms.CharField(widget=forms.HiddenInput)


def targets(puzzle: Puzzle, now: datetime) -> list[tuple[str, str]]:
    """The coming days that `puzzle` may move to, as `number:fingerprint`, with what stands
    there.

    The fingerprint is that of the puzzle to swap with, so that nobody swaps with another product
    than the one that was shown; a free day has none.
    """
    numbers = Calendar(puzzle.number, puzzle.day)
    tomorrow = clock.today(now) + clock.ONE_DAY
    taken = {each.day: each for each in Puzzle.objects.upcoming(now)}
    days = (max(taken, default=tomorrow) - tomorrow).days + 1 + DAYS_BEYOND

    def target(day: date) -> tuple[str, str]:
        number = numbers.number_of(day)
        other = taken.get(day)
        what = f"swap with {other.name}" if other else "free"
        fingerprint = puzzle_fingerprint(other) if other else ""
        return f"{number}:{fingerprint}", f"{day:%a} {day.day} {day:%b %Y}, #{number}: {what}"

    each = (tomorrow + timedelta(days=offset) for offset in range(days))
    return [target(day) for day in each if day != puzzle.day]


def move(number: int, to_number: int, seen: dict[int, str], now: datetime) -> None:
    """Swaps where a product was seen, else moves. Raises what `answers.bank.edit` raises."""
    if seen[to_number]:
        edit.swap_products(number, to_number, now, seen=seen)
    else:
        edit.move_product(number, to_number, now, seen=seen)


def reschedule(request: HttpRequest, number: int, model_admin: Any) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    puzzle = get_object_or_404(Puzzle, number=number)
    if not model_admin.has_change_permission(request, puzzle):
        raise PermissionDenied
    form = RescheduleForm(request.POST or None, initial={"seen": puzzle_fingerprint(puzzle)})
    choices = [("", "Choose a day"), *targets(puzzle, now)]
    form.fields["to"].choices = choices  # type: ignore[attr-defined]
    if form.is_valid():
        to, seen_there = form.cleaned_data["to"]
        to_number = int(to)
        seen = {number: form.cleaned_data["seen"], to_number: seen_there}
        try:
            move(number, to_number, seen, now)
        except (edit.Refused, edit.Stale) as refusal:
            form.add_error(None, str(refusal))
        else:
            model_admin.log_change(request, puzzle, f"{puzzle.name} moved to #{to_number}.")
            model_admin.message_user(request, f"{puzzle.name} is #{to_number} now.")
            return HttpResponseRedirect(reverse("admin:answers_puzzle_calendar"))
    context = model_admin.admin_site.each_context(request) | {
        "title": f"Move {puzzle.name} to another day",
        "opts": model_admin.opts,
        "puzzle": puzzle,
        "form": form,
        "has_begun": clock.has_begun(puzzle.day, now),
    }
    return TemplateResponse(request, "admin/answers/puzzle/reschedule.html", context)
