"""Publish now, withdraw and restore as admin actions: the same functions as the commands.

They are changelist actions, never `save_model`: the functions open a durable transaction of their
own, which Django refuses inside the transaction of its change form.
"""

from collections.abc import Callable

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.http import url_has_allowed_host_and_scheme

from answers.numbers import read_number
from answers.publishing import (
    NOT_DONE,
    ClockSkew,
    Outcome,
    Result,
    check_clock,
    publish_puzzle,
    restore_puzzle,
    withdraw_puzzle,
)

PUBLISH = "answers.publish_publicationitem"
LEVELS = {
    Outcome.UNCHANGED: messages.INFO,
    Outcome.BUSY: messages.WARNING,
} | dict.fromkeys(NOT_DONE, messages.ERROR)


def page_of_origin(request: HttpRequest) -> str:
    """The page whose button chose the action, to lead back there; empty for the list itself."""
    back = request.POST.get("back", "")
    return back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else ""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=500,
        help_text="Kept in the publication log; visitors see only that the page was withdrawn.",
        widget=forms.TextInput(attrs={"class": "vTextField", "autofocus": True}),
    )


class PublicationActions(admin.ModelAdmin):
    """Adds the three actions to the list of a model whose primary key is the puzzle's number."""

    actions = ["publish_now", "withdraw", "restore"]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict | None = None
    ) -> HttpResponse:
        """Refuses these actions outright; Django itself only overlooks one that isn't offered."""
        wanted = request.POST.get("action") in PublicationActions.actions
        if wanted and not self.has_publish_permission(request):
            raise PermissionDenied
        if not all(map(read_number, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            raise BadRequest("A selected row is no puzzle's number.")  # Django's own answer is 500
        response = super().changelist_view(request, extra_context)
        back = page_of_origin(request)
        is_done = back and isinstance(response, HttpResponseRedirect)
        return HttpResponseRedirect(back) if is_done else response

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PUBLISH)

    @admin.action(description="Publish now", permissions=["publish"])
    def publish_now(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._act(request, queryset, publish_puzzle)

    @admin.action(description="Restore", permissions=["publish"])
    def restore(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._act(request, queryset, restore_puzzle)

    @admin.action(description="Withdraw…", permissions=["publish"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet) -> HttpResponse | None:
        """Asks for the reason on a page of its own; a POST that brings one is carried out."""
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            self._act(request, queryset, lambda number: withdraw_puzzle(number, reason))
            return None
        context = self.admin_site.each_context(request) | {
            "title": "Withdraw answer pages",
            "opts": self.opts,
            "form": form,
            "selected": queryset,
            "back": page_of_origin(request),
            "checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/withdraw.html", context)

    def _act(self, request: HttpRequest, queryset: QuerySet, act: Callable[[int], Result]) -> None:
        """Handles the selected puzzles one by one, oldest first; logs and shows each outcome."""
        try:
            check_clock()
        except ClockSkew as skew:
            self.message_user(request, str(skew), messages.ERROR)
            return
        for row in queryset.order_by("pk"):
            result = act(row.pk)
            self.log_change(request, row, result.as_text())
            level = LEVELS.get(result.outcome, messages.SUCCESS)
            self.message_user(request, result.as_text(), level)
