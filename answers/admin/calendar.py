"""The coming weeks of the bank, one cell a day; a day without a puzzle is a gap."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from answers.bank.days import Calendar, bank_calendar
from answers.models import Puzzle
from costcodle import clock

NUM_WEEKS = 8


@dataclass(frozen=True)
class Cell:
    """One day: its puzzle, or none and the number that the day has by rights."""

    day: date
    number: int | None
    puzzle: Puzzle | None
    is_today: bool
    is_past: bool

    @property
    def is_gap(self) -> bool:
        return self.puzzle is None and not self.is_past


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def weeks(puzzles: Iterable[Puzzle], numbers: Calendar | None, today: date) -> list[list[Cell]]:
    """NUM_WEEKS weeks of seven cells from Monday of this week on.

    `numbers` is the bank's calendar, None while the bank is empty.
    """
    by_day = {puzzle.day: puzzle for puzzle in puzzles}
    monday = monday_of(today)

    def cell(offset: int) -> Cell:
        day = monday + timedelta(days=offset)
        number = numbers.number_of(day) if numbers else 0
        return Cell(
            day=day,
            number=number if number > 0 else None,
            puzzle=by_day.get(day),
            is_today=day == today,
            is_past=day < today,
        )

    return [[cell(7 * week + weekday) for weekday in range(7)] for week in range(NUM_WEEKS)]


def calendar(request: HttpRequest, model_admin: Any) -> HttpResponse:
    if not model_admin.has_view_or_change_permission(request):
        raise PermissionDenied
    today = clock.today(request.now)  # type: ignore[attr-defined]
    monday = monday_of(today)
    shown = Puzzle.objects.filter(day__gte=monday, day__lt=monday + timedelta(weeks=NUM_WEEKS))
    context = model_admin.admin_site.each_context(request) | {
        "title": "Calendar",
        "opts": model_admin.opts,
        "weeks": weeks(shown, bank_calendar(), today),
        "may_add": model_admin.has_add_permission(request),
    }
    return TemplateResponse(request, "admin/answers/puzzle/calendar.html", context)
