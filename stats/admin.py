"""Daily results in the admin: to look at, to draw and to export, never to change."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from costcodle import clock
from leases.admin import ReadOnlyAdmin
from stats.export import csv_lines
from stats.models import DailyResult
from stats.numbers import count_results

DAYS = {"1": "Today", "7": "Last 7 days", "30": "Last 30 days"}


class DayFilter(admin.SimpleListFilter):
    """Whole puzzle days, counted back from today; a list of all puzzles would be endless."""

    title = "day"
    parameter_name = "days"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(DAYS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        days = self.value()
        if days not in DAYS:
            return queryset
        today = clock.today(request.now)  # type: ignore[attr-defined]
        first = today - timedelta(days=int(days) - 1)
        return queryset.filter(puzzle__day__range=(first, today))


@admin.register(DailyResult)
class DailyResultAdmin(ReadOnlyAdmin):
    list_display = ["number", "day", "slot", "outcome", "guesses_used", "created_at"]
    list_filter = [DayFilter, "outcome", "guesses_used"]
    list_select_related = ["puzzle"]
    search_fields = ["=puzzle__number", "=session_id"]
    search_help_text = "A puzzle’s number or a whole session id."
    ordering = ["-pk"]
    show_full_result_count = False  # spares a count of all results on every filtered list
    actions = ["export_csv"]

    @admin.display(ordering="puzzle_id")
    def number(self, result: DailyResult) -> int:
        return int(result.puzzle_id)

    @admin.display(ordering="puzzle__day")
    def day(self, result: DailyResult) -> Any:
        return result.puzzle.day

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the numbers of all that is selected by filters and search above it."""
        response = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None)
        if context and "cl" in context:  # not after an action, and not where a filter is wrong
            context["numbers"] = count_results(context["cl"].queryset)
        return response

    @admin.action(description="Export as CSV")
    def export_csv(self, request: HttpRequest, queryset: QuerySet[DailyResult]) -> HttpResponse:
        response = StreamingHttpResponse(csv_lines(queryset), content_type="text/csv")
        response["Content-Disposition"] = 'attachment; filename="daily-results.csv"'
        return response  # type: ignore[return-value]  # the stubs know no streaming action
