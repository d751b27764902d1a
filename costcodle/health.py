"""`/livez`: the process answers. `/readyz`: all is well with the site, or what isn't.

Balancers probe /livez; /readyz is the alarm (else a missing puzzle would take every host out).
"""

from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from answers.bank.runway import read_runway
from answers.models import Puzzle, SiteState
from costcodle import clock

PATIENCE = timedelta(minutes=10)  # a publisher that wakes every minute needs far less


@require_safe
@never_cache
def livez(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    try:
        facts, problems = examine(request.now)  # type: ignore[attr-defined]
    except Error:
        # Not the driver's message: it can name hosts and users.
        facts, problems = {}, ["the database can't be read"]
    body = {"ready": not problems, "problems": problems} | facts
    return JsonResponse(body, status=503 if problems else 200)


def examine(now: datetime) -> tuple[dict[str, Any], list[str]]:
    """What was read, and a sentence for each thing that is wrong."""
    missing = missing_migrations()
    if missing:
        return {}, [f"migrations are missing: {', '.join(missing)}"]
    revisions = SiteState.objects.values_list("publication_revision", flat=True)
    todays = Puzzle.objects.filter(day=clock.today(now)).values_list("number", flat=True)
    overdue = Puzzle.objects.unpublished(now - PATIENCE).order_by("number")
    facts: dict[str, Any] = {
        "revision": revisions.filter(id=1).first(),
        "today": todays.first(),
        "overdue": list(overdue.values_list("number", flat=True)[:20]),
        "runway_days": read_runway(now).days,
    }
    problems = []
    if facts["revision"] is None:
        problems.append("the site has no revision: run `manage.py migrate`")
    if facts["today"] is None:
        problems.append("today has no puzzle")
    if facts["overdue"]:
        problems.append(f"answer pages are overdue, the oldest is {facts['overdue'][0]}")
    return facts, problems


def missing_migrations() -> list[str]:
    """Names of this code's migrations that the database has not seen."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in known_migrations() if (app, name) not in applied)


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)
