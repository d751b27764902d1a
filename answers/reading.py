"""What the public pages read of the published rows, each in one query."""

from dataclasses import dataclass

from django.db.models import Q

from answers.models import AnswerPost


@dataclass(frozen=True)
class Answer:
    """One page with its published neighbours."""

    post: AnswerPost
    older: AnswerPost | None
    newer: AnswerPost | None


def find_answer(number: int) -> Answer | None:
    """The page of a number, withdrawn or not, with the published pages beside it; one query."""
    published = AnswerPost.objects.published().values("pk")
    older = published.filter(pk__lt=number).order_by("-pk")[:1]
    newer = published.filter(pk__gt=number).order_by("pk")[:1]
    rows = AnswerPost.objects.filter(Q(pk=number) | Q(pk=older) | Q(pk=newer))
    found = {(row.pk > number) - (row.pk < number): row for row in rows}
    if 0 not in found:
        return None
    return Answer(found[0], found.get(-1), found.get(1))
