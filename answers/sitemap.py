"""The sitemap: an index, and parts of the pages that search engines may list.

Part n holds the numbers from 1000·(n-1)+1 to 1000·n, so a page stays in its part for good and
only the part that changed has a new `lastmod`.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max

from answers.models import AnswerPost

PART_SIZE = 1000


@dataclass(frozen=True)
class Part:
    number: int
    updated_at: datetime


def read_parts() -> list[Part]:
    """The parts that have a page, oldest first."""
    part = (F("puzzle_id") - 1) / PART_SIZE + 1
    pages = AnswerPost.objects.indexable().annotate(part=part).values("part")
    rows = pages.annotate(newest=Max("updated_at")).order_by("part")
    return [Part(row["part"], row["newest"]) for row in rows]


def read_part(number: int) -> list[AnswerPost]:
    """The indexable pages of one part, oldest first; empty when there is none."""
    last = number * PART_SIZE
    pages = AnswerPost.objects.indexable().filter(pk__gt=last - PART_SIZE, pk__lte=last)
    return list(pages.only("updated_at").order_by("pk"))
