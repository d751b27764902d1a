"""`publish` of many due puzzles against the obvious ORM alternative, and what stands around it."""

import statistics
import time
from collections import Counter
from datetime import timedelta
from typing import Any

from bench.harness import Row, report, start

PAGES = 1000
ROUNDS = 5


def fill(count: int, published: int = 0) -> None:
    """Empties the tables, then makes `published` published and `count` due puzzles."""
    from django.db import connection

    from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle, SiteState
    from costcodle import clock
    from leases.models import JobLease

    for model in (PublicationLog, AnswerPost, PublicationItem, Puzzle, JobLease):
        model._default_manager.all().delete()
    SiteState.objects.update(publication_revision=published)
    now = clock.utc_now()
    first = clock.last_over_day(now) - timedelta(days=count + published - 1)
    puzzles = [
        Puzzle(
            number=number,
            day=first + timedelta(days=number - 1),
            name=f"Mixed nuts, {number} oz",
            size=f"{number} oz",
            price_cents=1000 + number,
            source="a warehouse",
            description="Roasted and lightly salted. " * 8,
        )
        for number in range(1, count + published + 1)
    ]
    Puzzle.objects.bulk_create(puzzles, batch_size=500)
    old = puzzles[:published]
    PublicationItem.objects.bulk_create(
        [PublicationItem(puzzle=puzzle, state="published", updated_at=now) for puzzle in old],
        batch_size=500,
    )
    names = ("name", "size", "price_cents", "source", "description", "day")
    AnswerPost.objects.bulk_create(
        [
            AnswerPost(
                puzzle=puzzle,
                **{name: getattr(puzzle, name) for name in names},
                content_version=1,
                bank_version=1,
                indexable=False,
                has_photo=False,
                commit_token=f"{puzzle.number:032d}",
                published_at=now,
                updated_at=now,
            )
            for puzzle in old
        ],
        batch_size=500,
    )
    # As autovacuum does soon after: else PostgreSQL plans for the empty tables of before.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def ours() -> int:
    from answers import publishing

    counts = publishing.publish_all(publishing.find_due(), lambda result: None)
    assert set(counts) == {"published"}, counts
    return counts["published"]


def pages_per_second(publish: Any, pages: int, published: int = 0) -> float:
    fill(pages, published)
    begin = time.perf_counter()
    done = publish()
    seconds = time.perf_counter() - begin
    assert done == pages, done
    return pages / seconds


def count_statements() -> Counter[str]:
    """Statements, messages and commits of one page."""
    from django.db import connections

    from answers import publishing

    fill(1)
    connection = connections["publisher"]
    seen: Counter[str] = Counter()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("BEGIN"):
            return execute(sql, params, many, context)
        seen["messages"] += 1
        seen["statements"] += sql.count(";\n") + 1
        # In autocommit each message is a transaction of its own, and a commit if it writes.
        seen["commits"] += connection.get_autocommit() and not sql.startswith("SELECT")
        return execute(sql, params, many, context)

    commit = connection._commit

    def count_commit() -> None:
        seen["commits"] += 1
        commit()

    connection._commit = count_commit
    try:
        with connection.execute_wrapper(note):
            publishing.publish_puzzle(1)
    finally:
        del connection._commit
    return seen


def main() -> None:
    engine = start()
    from django.db import connections

    from answers import publishing
    from bench import orm_publisher

    pages_per_second(ours, 50)
    pages_per_second(orm_publisher.publish_all, 50)
    pairs = [
        (
            pages_per_second(ours, PAGES // ROUNDS),
            pages_per_second(orm_publisher.publish_all, PAGES // ROUNDS),
        )
        for _ in range(ROUNDS)
    ]
    mine = statistics.median(pair[0] for pair in pairs)
    theirs = statistics.median(pair[1] for pair in pairs)
    ratio = statistics.median(a / b for a, b in pairs)
    grown = [
        pages_per_second(ours, 200, 100) / pages_per_second(ours, 200, 10_000) for _ in range(5)
    ]
    counts = count_statements()
    fill(0, 10_000)
    find = publishing.find_due
    times = []
    for _ in range(30):
        begin = time.perf_counter()
        assert find() == []
        times.append(time.perf_counter() - begin)
    connections.close_all()
    report(
        f"publish, {engine}",
        [
            Row("fenced publish", mine, "pages/s"),
            Row("ORM alternative (no lease, claim, log, token)", theirs, "pages/s"),
            Row("fenced / ORM", ratio, "×", "goal ≥ 2.0" if engine == "sqlite" else "goal ≥ 1.5"),
            Row(
                "time a page, 10,000 published / 100 published",
                statistics.median(grown),
                "×",
                "goal ≤ 1.2",
            ),
            Row("statements a page", counts["statements"], ""),
            Row("messages a page, without BEGIN and COMMIT", counts["messages"], ""),
            Row("commits a page (one waits for the disk)", counts["commits"], ""),
            Row("a run with nothing due, 10,000 published", statistics.median(times) * 1000, "ms"),
        ],
    )


if __name__ == "__main__":
    main()
