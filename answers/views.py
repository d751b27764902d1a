"""The public pages of the answers: parse, ask, render."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from answers.archive import EMPTY, read_page
from answers.feed import render_feed
from answers.models import Puzzle
from answers.numbers import read_number
from answers.reading import find_answer
from answers.search import MAX_LENGTH, name_has
from answers.sitemap import read_part, read_parts
from answers.structured_data import answer_data
from costcodle import clock
from costcodle.policy import edge_cached, keep_not_found


@edge_cached("content")
@require_safe
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """200 published, 410 withdrawn, 404 friendly once the day has begun, else the plain 404."""
    found = find_answer(number)
    if found is None:
        return not_published(request, number)
    if found.post.withdrawn_at:
        return render(request, "answers/withdrawn.html", {"number": number}, status=410)
    context = {"answer": found, "post": found.post, "data": answer_data(found.post)}
    return render(request, "answers/answer.html", context)


def not_published(request: HttpRequest, number: int) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    puzzle = get_object_or_404(Puzzle.objects.begun(now).only("day"), pk=number)
    due_at = clock.publishable_at(puzzle.day)
    context = {"number": number, "due_at": due_at, "due": due_at <= now}
    return keep_not_found(render(request, "answers/not_published.html", context, status=404))


@edge_cached("content", parameters=("page",), bypass=("q",))
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """A page of the archive; with `q` a search."""
    query = request.GET.get("q", "").strip()
    number = read_number(request.GET.get("page", "1"))
    if number is None:
        raise Http404
    fits = len(query) <= MAX_LENGTH
    page = read_page(number, name_has(query)) if fits else EMPTY
    if page is None:
        raise Http404
    context = {"page": page, "query": query, "fits": fits, "max_length": MAX_LENGTH}
    return render(request, "answers/archive.html", context, status=200 if fits else 400)


@edge_cached("content")
@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    now = request.now  # type: ignore[attr-defined]
    return HttpResponse(render_feed(now), content_type="application/atom+xml; charset=utf-8")


@edge_cached("content")
@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    context = {"parts": read_parts()}
    return render(request, "answers/sitemap.xml", context, content_type="application/xml")


@edge_cached("content")
@require_safe
def sitemap_part(request: HttpRequest, number: int) -> HttpResponse:
    entries = read_part(number)
    if not entries:
        raise Http404
    return render(
        request, "answers/sitemap_part.xml", {"entries": entries}, content_type="application/xml"
    )


@cache_control(no_store=True)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return render(request, "answers/robots.txt", content_type="text/plain; charset=utf-8")
