"""The archive: pages of published answers, newest first, and the search in their names."""

from dataclasses import dataclass

from answers.models import AnswerPost

PAGE_SIZE = 30


@dataclass(frozen=True)
class Page:
    """One page of the archive and the numbers of its neighbours."""

    number: int
    posts: list[AnswerPost]
    newer: int | None
    older: int | None


def read_page(number: int) -> Page | None:
    """Page `number` (from 1), or None beyond the end; the first one may be empty. One query."""
    begin = (number - 1) * PAGE_SIZE
    posts = AnswerPost.objects.published().order_by("-pk")
    rows = list(posts[begin : begin + PAGE_SIZE + 1])
    if not rows and number > 1:
        return None
    older = number + 1 if len(rows) > PAGE_SIZE else None
    return Page(number, rows[:PAGE_SIZE], number - 1 or None, older)
