"""The answer page of a puzzle as it will look; staff only, never stored.

The preview of the game page stands in `costcodle.game_preview`: answers don't know the game.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from answers.models import AnswerPost, ProductFields, Puzzle
from answers.reading import Answer
from answers.structured_data import answer_data
from costcodle import clock

SHARED = [field.name for field in ProductFields._meta.get_fields()]


def page_of(puzzle: Puzzle, now: datetime) -> AnswerPost:
    """The page that publishing would make of the bank's row, not saved."""
    fields = {name: getattr(puzzle, name) for name in (*SHARED, "day", "card_key")}
    if not puzzle.photo_ready:
        fields |= {"image_key": "", "image_width": 0, "image_height": 0}
    published_at = max(now, clock.publishable_at(puzzle.day))
    return AnswerPost(
        puzzle=puzzle,
        content_version=1,
        bank_version=puzzle.version,
        indexable=puzzle.photo_ready,
        has_photo=puzzle.photo_ready,
        published_at=published_at,
        updated_at=published_at,
        **fields,
    )


def preview_answer(request: HttpRequest, number: int, model_admin: Any) -> HttpResponse:
    puzzle = get_object_or_404(Puzzle, number=number)
    if not model_admin.has_view_or_change_permission(request, puzzle):
        raise PermissionDenied
    published = AnswerPost.objects.published()
    post = page_of(puzzle, request.now)  # type: ignore[attr-defined]
    answer = Answer(
        post,
        older=published.filter(pk__lt=number).first(),
        newer=published.filter(pk__gt=number).last(),
    )
    context = {"answer": answer, "post": post, "data": answer_data(post), "number": number}
    return render(request, "admin/answers/puzzle/preview_answer.html", context)
