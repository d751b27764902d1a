"""The question bank in the admin: its list, the form of one puzzle and the pages beside it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from answers.admin.actions import PublicationActions
from answers.admin.calendar import calendar
from answers.admin.files import BankFiles
from answers.admin.form import PRODUCT, PuzzleForm
from answers.admin.page_state import PageStateFilter, with_page_state
from answers.admin.photo import photo
from answers.admin.preview import preview_answer
from answers.admin.reschedule import reschedule
from answers.admin.window import is_small, winning_window
from answers.bank import edit
from answers.bank.seen import puzzle_fingerprint
from answers.models import Puzzle
from answers.money import dollars
from answers.photos import photo_url, widths
from costcodle import clock

# What the form of a puzzle shows above its fields; number and day stay together for good.
SHOWN = ["number", "day", "page_state", "thumbnail", "price", "window"]


@admin.register(Puzzle)
class PuzzleAdmin(BankFiles, PublicationActions):
    actions = [*PublicationActions.actions, "delete_selected"]
    form = PuzzleForm
    list_display = ["thumbnail", "number", "day", "product", "page_state", "price", "window"]
    list_display_links = ["number", "product"]
    list_filter = [PageStateFilter, "image_state"]
    list_per_page = 50
    search_fields = ["name", "=number", "description", "source"]
    search_help_text = "Name, number, description or source"
    date_hierarchy = "day"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return with_page_state(super().get_queryset(request), request.now)  # type: ignore[attr-defined]

    def get_urls(self) -> list[URLPattern]:
        return [
            self._page("calendar/", calendar),
            self._page("<number:number>/reschedule/", reschedule),
            self._page("<number:number>/photo/", photo),
            self._page("<number:number>/preview/answer/", preview_answer),
            *super().get_urls(),
        ]

    def _page(self, route: str, view: Callable[..., HttpResponse]) -> URLPattern:
        bound = self.admin_site.admin_view(partial(view, model_admin=self))
        return path(route, bound, name=f"answers_puzzle_{view.__name__}")

    def get_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> list:
        if obj is None:
            return ["day", "number", *PRODUCT]
        may_change = self.has_change_permission(request, obj) and not self._has_begun(request, obj)
        other = "price" if may_change else "price_cents"  # one of them is enough
        return [name for name in (*SHOWN, *PRODUCT, "seen") if name != other]

    def get_readonly_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> list[str]:
        return [] if obj is None else SHOWN

    def render_change_form(
        self, request: HttpRequest, context: dict, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        puzzle = context["original"]
        context["has_begun"] = puzzle is not None and self._has_begun(request, puzzle)
        return super().render_change_form(request, context, *args, **kwargs)

    def view_on_site(self, puzzle: Any) -> str | None:
        """The answer page, once there can be one."""
        is_over = puzzle.page_state not in ("upcoming", "being played")
        return reverse("answer", args=[puzzle.pk]) if is_over else None

    def has_delete_permission(self, request: HttpRequest, obj: Puzzle | None = None) -> bool:
        """A begun puzzle can't be deleted by anyone."""
        begun = obj is not None and self._has_begun(request, obj)
        return not begun and super().has_delete_permission(request, obj)

    def _has_begun(self, request: HttpRequest, puzzle: Puzzle) -> bool:
        return clock.has_begun(puzzle.day, request.now)  # type: ignore[attr-defined]

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._or_refuse(request, super().changelist_view, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._or_refuse(request, super().changeform_view, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._or_refuse(request, super().delete_view, *args, **kwargs)

    def _or_refuse(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """What the bank refuses though the form let it through: somebody was faster, or the day."""
        try:
            return view(request, *args, **kwargs)
        except (edit.Refused, edit.Stale) as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Puzzle, form: Any, change: bool) -> None:
        now = request.now  # type: ignore[attr-defined]
        if change:
            seen = form.cleaned_data["seen"]
            edit.change_puzzle(obj.pk, form.changes(), obj.version, now, seen=seen)
        else:
            values = {name: form.cleaned_data[name] for name in ("number", "day", *PRODUCT)}
            obj.number = edit.create_puzzle(values, now).number

    def delete_model(self, request: HttpRequest, obj: Puzzle) -> None:
        seen = request.POST.get("seen", "")
        edit.delete_puzzle(obj.pk, request.now, seen=seen)  # type: ignore[attr-defined]

    def render_delete_form(self, request: HttpRequest, context: dict) -> HttpResponse:
        seen = puzzle_fingerprint(context["object"])
        return super().render_delete_form(request, context | {"seen": seen})

    @admin.action(description="Delete the selected puzzles", permissions=["delete"])
    def delete_selected(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
        """All of them or, where one is refused, none, and no entry in the admin log."""
        with transaction.atomic():
            return delete_selected(self, request, queryset)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for puzzle in queryset.order_by("number"):
            edit.delete_puzzle(puzzle.pk, request.now)  # type: ignore[attr-defined]

    @admin.display(description="photo")
    def thumbnail(self, puzzle: Puzzle) -> SafeString | str:
        if not puzzle.photo_ready:
            return puzzle.image_state
        url = photo_url(puzzle.image_key, widths(puzzle.image_width)[0], "webp")
        return format_html('<img class="thumbnail" src="{}" alt="" loading="lazy">', url)

    @admin.display(description="name", ordering="name")
    def product(self, puzzle: Puzzle) -> str:
        return ", ".join(filter(None, [puzzle.name, puzzle.size_beside_name]))

    @admin.display(description="state", ordering="page_state")
    def page_state(self, puzzle: Any) -> SafeString:
        state = puzzle.page_state
        return format_html('<span class="state {}">{}</span>', state.replace(" ", "-"), state)

    @admin.display(ordering="price_cents")
    def price(self, puzzle: Puzzle) -> str:
        return dollars(puzzle.price_cents)

    @admin.display(description="winning guesses", ordering="price_cents")
    def window(self, puzzle: Puzzle) -> SafeString | str:
        lowest, highest = winning_window(puzzle.price_cents)
        text = f"{dollars(lowest)} to {dollars(highest)} ({highest - lowest + 1} ¢)"
        if not is_small(puzzle.price_cents):
            return text
        return format_html('<span class="small-window">{} small</span>', text)
