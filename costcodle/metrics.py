"""`/metrics` for Prometheus.

What the database knows (revision, outcomes, what is due, results) is read from it at each scrape,
so every worker tells the same. What only processes know (edge cache, render time) is counted by
prometheus-client and, under gunicorn, summed over its workers by way of
PROMETHEUS_MULTIPROC_DIR, which gunicorn.conf.py sets.
"""

import hmac
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from http import HTTPStatus

from django.conf import settings
from django.db import Error, connection
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from answers.bank.runway import read_runway
from answers.models import PublicationItem, PublicationLog, Puzzle, SiteState
from answers.publishing import due_numbers
from costcodle import clock
from costcodle.errors import error_page
from costcodle.peers import address_of
from stats.models import DailyResult


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        return error_page(HTTPStatus.FORBIDDEN)
    site = CollectorRegistry()
    site.register(SiteCollector(request.now))  # type: ignore[attr-defined]
    text = generate_latest(site) + generate_latest(processes())
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """The token, or a caller on this machine that no proxy speaks for."""
    given = request.headers.get("Authorization", "").encode()
    token = settings.METRICS_TOKEN
    if token and hmac.compare_digest(given, f"Bearer {token}".encode()):
        return True
    address = address_of(request.META.get("REMOTE_ADDR", ""))
    forwarded: bool = request.forwarded  # type: ignore[attr-defined]
    return address is not None and address.is_loopback and not forwarded


def processes() -> CollectorRegistry:
    """The counters of all workers of this gunicorn, or of this process alone."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


class SiteCollector(Collector):
    """The database's facts at one instant; only `costcodle_database_up 0` when it is away."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def collect(self) -> Iterator[Metric]:
        try:
            families = list(self.read())
        except Error:
            families = []
        yield GaugeMetricFamily(
            "costcodle_database_up", "1 when the database can be read.", value=bool(families)
        )
        yield from families

    def read(self) -> Iterator[Metric]:
        revision = SiteState.objects.filter(id=1).values_list("publication_revision", flat=True)
        yield GaugeMetricFamily(
            "costcodle_publication_revision",
            "The site's publication revision.",
            value=revision.first() or 0,
        )
        yield by_label(
            CounterMetricFamily(
                "costcodle_publications", "Changes of the answer pages.", labels=["action"]
            ),
            PublicationLog.Action.values,
            PublicationLog.objects.order_by().values_list("action").annotate(Count("revision")),
        )
        yield by_label(
            GaugeMetricFamily("costcodle_ledger_items", "Ledger items.", labels=["state"]),
            PublicationItem.State.values,
            PublicationItem.objects.order_by().values_list("state").annotate(Count("puzzle")),
        )
        yield GaugeMetricFamily(
            "costcodle_ledger_errors",
            "Ledger items whose last attempt ended in an error.",
            value=PublicationItem.objects.exclude(last_error="").count(),
        )
        yield GaugeMetricFamily(
            "costcodle_due_age_seconds",
            "How long the oldest unpublished answer page has been due; 0 when none is.",
            value=due_age(self.now),
        )
        yield GaugeMetricFamily(
            "costcodle_due_pages",
            "Answer pages that must be published or updated.",
            value=len(due_numbers(connection, self.now)),
        )
        yield GaugeMetricFamily(
            "costcodle_runway_days",
            "Unbroken days ahead that have a puzzle.",
            value=read_runway(self.now).days,
        )
        yield by_label(
            GaugeMetricFamily(
                "costcodle_results_today", "Finished games of today's puzzle.", labels=["outcome"]
            ),
            DailyResult.Outcome.values,
            DailyResult.objects.filter(puzzle__day=clock.today(self.now))
            .values_list("outcome")
            .annotate(Count("id")),
        )


def due_age(now: datetime) -> float:
    oldest = Puzzle.objects.unpublished(now).order_by("day").values_list("day", flat=True).first()
    return (now - clock.publishable_at(oldest)).total_seconds() if oldest else 0.0


def by_label(
    family: CounterMetricFamily | GaugeMetricFamily,
    labels: Iterable[str],
    counts: Iterable[tuple[str, int]],
) -> Metric:
    """The family with a value for every label, 0 where the database has none."""
    found = dict(counts)
    for label in labels:
        family.add_metric([label], found.get(label, 0))
    return family
