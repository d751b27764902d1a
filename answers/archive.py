"""The archive: pages of published answers, newest first, whole or only what a search finds."""

from dataclasses import dataclass

from django.db.models import Q

from answers.models import AnswerPost

PAGE_SIZE = 30


@dataclass(frozen=True)
class Page:
    """One page of the archive and the numbers of the pages beside it."""

    number: int
    posts: list[AnswerPost]
    newer: int | None
    older: int | None


EMPTY = Page(1, [], None, None)


def read_page(number: int, condition: Q) -> Page | None:
    """Page `number` (from 1), or None beyond the end; the first one may be empty. One query.

    The keys of the page come from the index alone, so that a page far back does not read the
    rows before it. One row more than a page shows whether an older page follows: no counting.
    """
    begin = (number - 1) * PAGE_SIZE
    keys = AnswerPost.objects.published().filter(condition).order_by("-day").values("pk")
    rows = list(
        AnswerPost.objects.filter(pk__in=keys[begin : begin + PAGE_SIZE + 1])
        .defer("description")
        .order_by("-day")
    )
    if not rows and number > 1:
        return None
    older = number + 1 if len(rows) > PAGE_SIZE else None
    return Page(number, rows[:PAGE_SIZE], number - 1 or None, older)
