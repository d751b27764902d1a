"""Uploads the photo of a puzzle and shows what became of it.

A page of its own: files are written before any transaction, and Django's change form is one.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from answers.bank.seen import puzzle_fingerprint
from answers.models import Puzzle
from answers.photos import attach_photo
from answers.photos.attach import NO_PUZZLE
from answers.photos.refusals import MAX_BYTES, TOO_LARGE

STALE = "Someone changed this puzzle after you opened its page: open it again. No photo was taken."


class PhotoForm(forms.Form):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    photo = forms.FileField(
        help_text="JPEG, PNG or WebP. It takes the place of the photo that is there.",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )

    def clean_photo(self) -> Any:
        upload = self.cleaned_data["photo"]
        if upload.size > MAX_BYTES:
            raise forms.ValidationError(TOO_LARGE)
        return upload

    def clean_seen(self) -> None:
        """Products move: the photo of one must not land on another."""
        if self.cleaned_data["seen"] not in ("", self.initial["seen"]):
            raise forms.ValidationError(STALE)


def photo(request: HttpRequest, number: int, model_admin: Any) -> HttpResponse:
    puzzle = get_object_or_404(Puzzle, number=number)
    if not model_admin.has_change_permission(request, puzzle):
        raise PermissionDenied
    had_photo = puzzle.photo_ready
    sent, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = PhotoForm(sent, files, initial={"seen": puzzle_fingerprint(puzzle)})
    if form.is_valid():
        content = form.cleaned_data["photo"].read()
        try:
            puzzle = attach_photo(number, content, request.now)  # type: ignore[attr-defined]
        except Puzzle.DoesNotExist:
            model_admin.message_user(request, f"Puzzle {number}: {NO_PUZZLE}", messages.ERROR)
            return HttpResponseRedirect(reverse("admin:answers_puzzle_changelist"))
        said, level = (
            ("The photo is ready.", messages.SUCCESS)
            if puzzle.photo_ready
            else (f"The photo was not taken. {puzzle.image_error}", messages.ERROR)
        )
        model_admin.log_change(request, puzzle, said)
        if puzzle.photo_ready or had_photo:  # else the page itself says why there is none
            model_admin.message_user(request, said, level)
        return HttpResponseRedirect(request.path)
    context = model_admin.admin_site.each_context(request) | {
        "title": f"Photo of {puzzle}",
        "opts": model_admin.opts,
        "puzzle": puzzle,
        "form": form,
    }
    return TemplateResponse(request, "admin/answers/puzzle/photo.html", context)
