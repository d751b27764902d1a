"""The public pages of the answers: parse, ask, render."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from answers.archive import read_page
from answers.models import Puzzle
from answers.numbers import read_number
from answers.reading import find_answer
from costcodle import clock
from costcodle.policy import edge_cached


@edge_cached("content")
@require_safe
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """200 published, 410 withdrawn, 404 friendly once the day has begun, else the plain 404."""
    found = find_answer(number)
    if found is None:
        return not_published(request, number)
    if found.post.withdrawn_at:
        return render(request, "answers/withdrawn.html", {"number": number}, status=410)
    return render(request, "answers/answer.html", {"answer": found, "post": found.post})


def not_published(request: HttpRequest, number: int) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    puzzle = get_object_or_404(Puzzle.objects.begun(now).only("day"), pk=number)
    due_at = clock.publishable_at(puzzle.day)
    context = {"number": number, "due_at": due_at, "due": due_at <= now}
    return render(request, "answers/not_published.html", context, status=404)


@edge_cached("content", parameters=("page",))
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    number = read_number(request.GET.get("page", "1"))
    page = read_page(number) if number else None
    if page is None:
        raise Http404
    return render(request, "answers/archive.html", {"page": page})
