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
from answers.models import Puzzle
from costcodle import clock

DAYS_BEYOND = 14  # free days offered behind the last puzzle


class RescheduleForm(forms.Form):
    to_number = forms.TypedChoiceField(label="To", coerce=int)
    expected_version = forms.IntegerField(widget=forms.HiddenInput)


def targets(puzzle: Puzzle, now: datetime) -> list[tuple[int, str]]:
    """The coming days that `puzzle` may move to, each with what stands there."""
    numbers = Calendar(puzzle.number, puzzle.day)
    tomorrow = clock.today(now) + clock.ONE_DAY
    taken = dict(Puzzle.objects.upcoming(now).values_list("day", "name"))
    days = (max(taken, default=tomorrow) - tomorrow).days + 1 + DAYS_BEYOND

    def label(day: date) -> str:
        what = f"swap with {taken[day]}" if day in taken else "free"
        return f"{day:%a} {day.day} {day:%b %Y}, #{numbers.number_of(day)}: {what}"

    coming = (tomorrow + timedelta(days=offset) for offset in range(days))
    return [(numbers.number_of(day), label(day)) for day in coming if day != puzzle.day]


def move(puzzle: Puzzle, to_number: int, now: datetime) -> None:
    """Swaps where the number has a product, else moves. Raises what `answers.bank.edit` raises."""
    if Puzzle.objects.filter(number=to_number).exists():
        edit.swap_products(puzzle.number, to_number, now)
    else:
        edit.move_product(puzzle.number, to_number, now)


def reschedule(request: HttpRequest, number: int, model_admin: Any) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    puzzle = get_object_or_404(Puzzle, number=number)
    if not model_admin.has_change_permission(request, puzzle):
        raise PermissionDenied
    form = RescheduleForm(request.POST or None, initial={"expected_version": puzzle.version})
    form.fields["to_number"].choices = targets(puzzle, now)  # type: ignore[attr-defined]
    if form.is_valid():
        to_number = form.cleaned_data["to_number"]
        try:
            if form.cleaned_data["expected_version"] != puzzle.version:
                raise edit.Stale("Someone else changed this puzzle: look at it again.")
            move(puzzle, to_number, now)
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
