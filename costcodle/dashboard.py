"""What the admin's front page says: whether all is well, at a glance."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from answers.bank.runway import read_runway
from answers.models import AnswerPost, PublicationLog, Puzzle
from answers.publishing import find_due
from costcodle import clock
from costcodle.edge import counters
from stats.models import DailyResult

LAST_PUBLICATIONS = 8
RUNWAY_WANTED = 14  # days; as `manage.py runway`


@dataclass(frozen=True)
class DuePage:
    puzzle: Puzzle
    since: datetime | None  # None: the page stands, its puzzle was corrected


def dashboard(now: datetime) -> dict[str, Any]:
    """The facts of the front page, as its template names them."""
    due = due_pages()
    return {
        "now": now,
        "due": due,
        "due_since": min((page.since for page in due if page.since), default=None),
        "runway": read_runway(now),
        "runway_wanted": RUNWAY_WANTED,
        "last_publications": PublicationLog.objects.select_related("puzzle")[:LAST_PUBLICATIONS],
        "hit_percent": hit_percent(),
        **todays_players(now),
    }


def due_pages() -> list[DuePage]:
    """What a publisher would do now, oldest first, and since when it could have been done."""
    numbers = find_due()
    posts = set(AnswerPost.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    return [
        DuePage(puzzle, None if puzzle.pk in posts else clock.publishable_at(puzzle.day))
        for puzzle in Puzzle.objects.filter(pk__in=numbers).order_by("pk")
    ]


def todays_players(now: datetime) -> dict[str, int | None]:
    """How many have finished today's game and how many percent of them solved it."""
    results = DailyResult.objects.filter(puzzle__day=clock.today(now))
    counts = results.aggregate(players=Count("pk"), won=Count("pk", filter=Q(outcome="won")))
    players = counts["players"]
    percent = round(100 * counts["won"] / players) if players else None
    return {"players": players, "solved_percent": percent}


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
