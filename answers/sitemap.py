"""The sitemap: an index, and parts of the pages that search engines may list.

Part n holds the numbers from 1000·(n-1)+1 to 1000·n, so a page stays in its part for good and
only the part that changed has a new `lastmod`. The sitemap's schema allows no empty list: as long
as there is no page to list, part 1 lists the home page.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max
from django.urls import reverse

from answers.models import AnswerPost

PART_SIZE = 1000


@dataclass(frozen=True)
class Entry:
    """An address of the index or of a part; `updated_at` is None where nobody knows."""

    path: str
    updated_at: datetime | None


def read_parts() -> list[Entry]:
    """The parts that have a page, oldest first."""
    part = (F("puzzle_id") - 1) / PART_SIZE + 1
    pages = AnswerPost.objects.indexable().annotate(part=part).values("part")
    rows = pages.annotate(newest=Max("updated_at")).order_by("part")
    return [_part(row["part"], row["newest"]) for row in rows] or [_part(1, None)]


def read_part(number: int) -> list[Entry]:
    """The indexable pages of one part, oldest first; empty when there is no such part."""
    last = number * PART_SIZE
    indexable = AnswerPost.objects.indexable()
    pages = indexable.filter(pk__gt=last - PART_SIZE, pk__lte=last).only("updated_at")
    entries = [Entry(page.get_absolute_url(), page.updated_at) for page in pages.order_by("pk")]
    if not entries and number == 1 and not indexable.exists():
        return [Entry("/", None)]
    return entries


def _part(number: int, newest: datetime | None) -> Entry:
    return Entry(reverse("sitemap-part", args=[number]), newest)
