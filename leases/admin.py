"""Leases in the admin: to look at, never to touch. Also the base of every such page."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from leases.models import JobLease


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that only the site's own statements write, shown to whoever may view them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(JobLease)
class JobLeaseAdmin(ReadOnlyAdmin):
    list_display = ["key", "owner_id", "fence", "held_until", "last_change"]
    fields = ["key", "owner_id", "fence", "held_until", "last_change"]
    search_fields = ["key", "owner_id"]
    ordering = ["-updated_at"]

    @admin.display(description="held until", ordering="expires_at")
    def held_until(self, lease: JobLease) -> datetime:
        return from_milliseconds(lease.expires_at)

    @admin.display(ordering="updated_at")
    def last_change(self, lease: JobLease) -> datetime:
        return from_milliseconds(lease.updated_at)


def from_milliseconds(instant: int) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)
