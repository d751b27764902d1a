"""Where each puzzle of the bank stands, as a column and a filter of its list."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.http import HttpRequest

from answers.models import ImageState, PublicationItem
from costcodle import clock

STATES = ("upcoming", "being played", "due", "published", "withdrawn")


def with_page_state(puzzles: QuerySet, now: datetime) -> QuerySet:
    """Adds `page_state`, one of STATES. What is due here is what `publish` would handle."""
    changed = ~Q(post__bank_version=F("version"))
    photo_missing = Q(image_state=ImageState.READY, post__has_photo=False)
    unfinished = Q(publication=None) | ~Q(publication__state=PublicationItem.State.PUBLISHED)
    return puzzles.annotate(
        page_state=Case(
            When(publication__state=PublicationItem.State.WITHDRAWN, then=Value("withdrawn")),
            When(day__gt=clock.today(now), then=Value("upcoming")),
            When(day__gt=clock.last_over_day(now), then=Value("being played")),
            When(unfinished | Q(post=None) | changed | photo_missing, then=Value("due")),
            default=Value("published"),
        )
    )


class PageStateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state, state) for state in STATES]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(page_state=self.value()) if self.value() in STATES else queryset
