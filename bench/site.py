"""What the public pages cost to render with 100 and with 10,000 published answers.

The views are called themselves, without the edge cache, since a hit costs the same at any size.
`python -m bench.site sqlite` or `postgresql`.
"""

import resource
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, date, datetime, timedelta

from bench.harness import Row, report, start

Render = Callable[[], object]

FEW, MANY = 100, 10_000
FIRST_DAY = date(1999, 1, 1)
NOW = datetime(2026, 12, 2, 12, 0, tzinfo=UTC)
CALLS, WARM_UP = 200, 10
# What must not grow with the archive. A search reads every name, the sitemap's index every page.
LEVEL = {
    "answer page, newest",
    "answer page, middle",
    "archive, first page",
    "archive, last full page",
    "feed",
}


def grow(first: int, last: int) -> None:
    """Published pages with photos for the numbers from `first` to `last`, then statistics."""
    from django.db import connection

    from answers.models import AnswerPost, Puzzle

    shown = {"size": "2 x 48 oz", "price_cents": 1199, "description": "Plain words. " * 20}
    photo = {"image_key": "f" * 32, "image_width": 1600, "image_height": 1200}
    puzzles, posts = [], []
    for number in range(first, last + 1):
        day = FIRST_DAY + timedelta(days=number - 1)
        fields = shown | photo | {"name": f"Product number {number}, large", "day": day}
        puzzles.append(Puzzle(number=number, **fields))
        posts.append(
            AnswerPost(
                puzzle_id=number,
                content_version=1,
                bank_version=1,
                indexable=True,
                has_photo=True,
                card_key="c" * 32,
                commit_token=uuid.uuid4().hex,
                published_at=NOW,
                updated_at=NOW,
                **fields,
            )
        )
    Puzzle.objects.bulk_create(puzzles, batch_size=500)
    AnswerPost.objects.bulk_create(posts, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def pages(total: int) -> dict[str, Render]:
    """Each kind of page as a call that renders it; fails where it isn't a 200."""
    from django.test import RequestFactory

    from answers import views

    def call(view: Callable[..., object], query: str = "", **arguments: int) -> Render:
        def render() -> object:
            request = RequestFactory().get(f"/{query}")
            request.now = NOW
            response = view(request, **arguments)
            assert response.status_code == 200
            return response

        return render

    return {
        "answer page, newest": call(views.answer, number=total),
        "answer page, middle": call(views.answer, number=total // 2),
        "archive, first page": call(views.archive),
        "archive, last full page": call(views.archive, f"?page={total // 30}"),
        "archive, search that finds all": call(views.archive, "?q=product"),
        "archive, search that finds nothing": call(views.archive, "?q=nothing"),
        "feed": call(views.feed),
        "sitemap index": call(views.sitemap),
        "sitemap part": call(views.sitemap_part, number=1),
    }


def second_database(engine: str) -> None:
    """A migrated database `few` beside the default one, so that both sizes are there at once."""
    from django.core.management import call_command
    from django.db import connection, connections

    from tests.engine import FOLDER

    name = str(FOLDER / "few.sqlite3") if engine == "sqlite" else "few"
    if engine == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE few")
    connections.settings["few"] = connection.settings_dict | {"NAME": name}
    call_command("migrate", database="few", verbosity=0)


@contextmanager
def small_site() -> Iterator[None]:
    """Within it the views read the database `few`."""
    from django.db import connections

    large = connections["default"]
    connections["default"] = connections["few"]
    try:
        yield
    finally:
        connections["default"] = large


def compare(few: Render, many: Render) -> tuple[float, float]:
    """Median microseconds on the small and on the large site, called by turns."""
    times: tuple[list[int], list[int]] = ([], [])
    for turn in range(-WARM_UP, CALLS):
        for render, values, site in zip((few, many), times, (small_site, nullcontext), strict=True):
            with site():
                begin = time.perf_counter_ns()
                render()
                if turn >= 0:
                    values.append(time.perf_counter_ns() - begin)
    return statistics.median(times[0]) / 1000, statistics.median(times[1]) / 1000


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    engine = start()
    second_database(engine)
    with small_site():
        grow(1, FEW)
    grow(1, MANY)
    few, many = pages(FEW), pages(MANY)
    for render in many.values():
        render()
    memory = peak_megabytes()
    rows = []
    for name, render in many.items():
        small, large = compare(few[name], render)
        if name == "sitemap part":
            # The part of a small site has 100 entries, of a large one 1,000: compared per entry.
            rows.append(Row("sitemap part of 1,000 pages", large, "µs"))
            rows.append(
                Row("  per entry, against one of 100", large / small / 10, "times", "<= 1.2")
            )
            continue
        rows.append(Row(f"{name}, {MANY:,} answers", large, "µs"))
        goal = "<= 1.2" if name in LEVEL else ""
        rows.append(Row(f"  against {FEW} answers, by turns", large / small, "times", goal))
    growth = peak_megabytes() - memory
    rows.append(Row(f"memory grown by {CALLS * len(many):,} renderings", growth, "MiB", "flat"))
    report(f"Public pages, {engine}", rows)


if __name__ == "__main__":
    main()
