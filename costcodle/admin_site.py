"""The admin site: its login, and the dashboard as its front page."""

from functools import update_wrapper
from itertools import chain
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import path
from django_otp import user_has_device

from costcodle.dashboard import dashboard
from costcodle.game_preview import preview_game
from costcodle.login import LoginForm


class CostcodleAdminSite(AdminSite):
    site_header = "Costcodle"
    site_title = "Costcodle admin"
    index_title = "Dashboard"
    enable_nav_sidebar = False  # it takes the width that the bank's list needs
    login_form = LoginForm

    def get_urls(self) -> list[Any]:
        # Not among the bank's own pages: answers don't know the game.
        preview = path(
            "answers/puzzle/<number:number>/preview/game/",
            self.admin_view(preview_game),
            name="answers_puzzle_preview_game",
        )
        return [preview, *super().get_urls()]

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Django's, but a NUL byte in the address is 400: PostgreSQL refuses it, which is 500."""
        inner = super().admin_view(view, cacheable)

        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            given = [request.path, *chain.from_iterable(dict(request.GET.lists()).values())]
            if any("\0" in text for text in given):
                raise BadRequest("There is a NUL byte in the address.")
            return inner(request, *args, **kwargs)

        return update_wrapper(checked, inner)

    def has_permission(self, request: HttpRequest) -> bool:
        """Staff; a session without a code ends once its user has a device."""
        user = request.user
        return super().has_permission(request) and (
            user.is_verified() or not user_has_device(user)  # type: ignore[union-attr]
        )

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        facts = {}
        if request.user.has_perm("answers.view_publicationlog"):
            facts = dashboard(request.now)  # type: ignore[attr-defined]
        return super().index(request, facts | (extra_context or {}))
