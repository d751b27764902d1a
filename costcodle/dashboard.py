"""What the admin's front page says: whether all is well, at a glance."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from answers.bank.runway import DAYS_WANTED, read_runway
from answers.models import AnswerPost, PublicationLog, Puzzle
from answers.publishing import due_numbers
from costcodle import clock
from costcodle.edge import counters
from stats.models import DailyResult
from stats.numbers import count_results

LAST_PUBLICATIONS = 8


@dataclass(frozen=True)
class DuePage:
    puzzle: Puzzle
    since: datetime | None  # None: the page stands, its puzzle was corrected


def dashboard(now: datetime) -> dict[str, Any]:
    """The facts of the front page, as its template names them."""
    due = due_pages(now)
    return {
        "now": now,
        "due": due,
        "due_since": min((page.since for page in due if page.since), default=None),
        "runway": read_runway(now),
        "runway_wanted": DAYS_WANTED,
        "last_publications": PublicationLog.objects.select_related("puzzle")[:LAST_PUBLICATIONS],
        "hit_percent": hit_percent(),
        **todays_players(now),
    }


def due_pages(now: datetime) -> list[DuePage]:
    """What a publisher would do at `now`, oldest first, and since when it could have been done."""
    numbers = due_numbers(connection, now)
    posts = set(AnswerPost.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    return [
        DuePage(puzzle, None if puzzle.pk in posts else clock.publishable_at(puzzle.day))
        for puzzle in Puzzle.objects.filter(pk__in=numbers).order_by("pk")
    ]


def todays_players(now: datetime) -> dict[str, float | None]:
    """How many have finished today's game and how many percent of them solved it."""
    numbers = count_results(DailyResult.objects.filter(puzzle__day=clock.today(now)))
    return {"players": numbers.players, "solved_percent": numbers.solved_percent}


def hit_percent() -> int | None:
    """How many of this process's requests for cached routes the edge cache answered."""
    (metric,) = counters.REQUESTS.collect()
    counts = {
        sample.labels["outcome"]: sample.value
        for sample in metric.samples
        if sample.name.endswith("_total")
    }
    total = sum(counts.values())
    return round(100 * counts["hit"] / total) if total else None
