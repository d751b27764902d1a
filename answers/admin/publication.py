"""Ledger, answer pages, log and site state in the admin: all read-only, but for the actions."""

from django.contrib import admin
from django.urls import reverse

from answers.admin.actions import PublicationActions
from answers.models import AnswerPost, PublicationItem, PublicationLog, SiteState
from answers.money import dollars
from leases.admin import ReadOnlyAdmin


@admin.register(PublicationItem)
class PublicationItemAdmin(PublicationActions, ReadOnlyAdmin):
    list_display = ["number", "product", "state", "attempts", "last_error", "reason", "updated_at"]
    list_filter = ["state"]
    list_select_related = ["puzzle"]
    search_fields = ["puzzle__name", "=puzzle__number", "last_error"]
    ordering = ["-puzzle_id"]

    @admin.display(ordering="puzzle")
    def number(self, item: PublicationItem) -> int:
        return int(item.puzzle_id)

    @admin.display(ordering="puzzle__name")
    def product(self, item: PublicationItem) -> str:
        return item.puzzle.name


@admin.register(AnswerPost)
class AnswerPostAdmin(PublicationActions, ReadOnlyAdmin):
    list_display = [
        "number",
        "day",
        "name",
        "price",
        "content_version",
        "indexable",
        "has_photo",
        "published_at",
        "withdrawn_at",
    ]
    list_filter = ["indexable", "has_photo", ("withdrawn_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "=puzzle__number"]
    exclude = ["price_cents"]
    readonly_fields = ["price"]

    @admin.display(ordering="price_cents")
    def price(self, post: AnswerPost) -> str:
        return dollars(post.price_cents)

    def view_on_site(self, post: AnswerPost) -> str:
        return reverse("answer", args=[post.number])


@admin.register(PublicationLog)
class PublicationLogAdmin(ReadOnlyAdmin):
    list_display = [
        "revision",
        "puzzle",
        "action",
        "content_version",
        "fence",
        "reason",
        "created_at",
    ]
    list_filter = ["action"]
    list_select_related = ["puzzle"]
    search_fields = ["puzzle__name", "=puzzle__number", "reason", "owner_id"]


@admin.register(SiteState)
class SiteStateAdmin(ReadOnlyAdmin):
    list_display = ["publication_revision", "commit_token"]
    fields = ["publication_revision", "commit_token"]
