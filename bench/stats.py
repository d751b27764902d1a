"""What dense slots cost, and the results pages over two years.

Records against plain inserts of the same rows; a result at a nearly full puzzle against one at a
nearly empty one; pages rendered anew with a million results in the table.
"""

import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

from bench.harness import Row, median_microseconds, report, start

WRITERS = 8
EACH = 60
ROUNDS = 7
CALLS = 300
DAYS = 730
RESULTS_A_DAY = 1_370  # a million over two years


def rows_per_second(puzzle: int, mode: str, now: datetime) -> float:
    from tests.make import ROOT, process_environment

    words = [str(puzzle), str(WRITERS), str(EACH), now.isoformat(), mode]
    done = subprocess.run(
        [sys.executable, "-m", "tests.result_writers", *words],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    *_, seconds, failed = done.stdout.splitlines()
    if failed != "failed 0":
        sys.exit(f"{mode}: {failed} writers")
    return WRITERS * EACH / float(seconds.split()[1])


def writing(now: datetime) -> list[Row]:
    """Rounds of both by turns, each on an empty table, so that both meet the same noise."""
    from stats.models import DailyResult
    from tests.make import make_puzzle

    make_puzzle(1, day=now.date())
    rates: dict[str, list[float]] = {"record": [], "plain": []}
    for _ in range(ROUNDS):
        for mode, values in rates.items():
            DailyResult.objects.all().delete()
            values.append(rows_per_second(1, mode, now))
    DailyResult.objects.all().delete()
    record, plain = (statistics.median(values) for values in rates.values())
    ratio = statistics.median(r / p for r, p in zip(*rates.values(), strict=True))
    from django.db import connection

    goal = "goal: at least 0.7" if connection.vendor == "sqlite" else "goal: at least 0.5"
    return [
        Row(f"plain inserts, {WRITERS} writers", plain, "rows/s"),
        Row(f"record_result, {WRITERS} writers", record, "rows/s"),
        Row("ratio, median of the rounds", ratio, "", goal),
    ]


def latency(now: datetime) -> list[Row]:
    """One writer, one call by turns at a puzzle with few rows and at one that is nearly full."""
    from stats.models import SLOTS_PER_PUZZLE
    from stats.record import record_result
    from tests.make import make_many_results, make_puzzle

    make_puzzle(2, day=now.date() - timedelta(days=1))
    make_many_results(1, SLOTS_PER_PUZZLE - CALLS)
    make_many_results(2, 100)
    in_grace = now.replace(hour=0, minute=5)
    times: dict[int, list[int]] = {1: [], 2: []}
    for turn in range(CALLS):
        for puzzle, values in times.items():
            begin = time.perf_counter_ns()
            outcome = record_result(puzzle, f"t-{turn}", True, 3, in_grace).outcome
            values.append(time.perf_counter_ns() - begin)
            if outcome != "recorded":
                sys.exit(f"expected a recorded result, got {outcome}")
    full, empty = (statistics.median(values) / 1000 for values in times.values())
    return [
        Row("one result, 100 rows", empty, "µs"),
        Row(f"one result, up to {SLOTS_PER_PUZZLE} rows", full, "µs"),
        Row("ratio", full / empty, "", "goal: at most 1.2"),
    ]


def pages(now: datetime) -> list[Row]:
    """Each page as a cold cache renders it, newest and oldest days."""
    from django.core.cache import cache
    from django.test import Client

    from stats.models import DailyResult
    from tests.make import make_many_results, make_puzzle

    for number in range(1, DAYS + 1):
        make_puzzle(number + 10, day=now.date() - timedelta(days=DAYS + 2 - number))
        make_many_results(number + 10, RESULTS_A_DAY, seed=number)
    tidy()
    client = Client()

    def render(path: str) -> None:
        cache.clear()
        if client.get(path).status_code != 200:
            sys.exit(f"{path} failed")

    newest, oldest = DAYS + 10, 11
    paths = ["/stats/", f"/stats/{newest}/", f"/stats/{oldest}/", f"/stats/{newest}.json"]
    title = f"{DailyResult.objects.count():,} results"
    return [
        Row(
            f"{path}, {title}",
            median_microseconds(lambda path=path: render(path), 20, 2) / 1000,
            "ms",
        )
        for path in paths
    ]


def tidy() -> None:
    """What autovacuum has done by the time that there are two years of results."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def main() -> None:
    engine = start()
    now = datetime.now(UTC)
    report(f"Recording results, {engine}", writing(now) + latency(now))
    report(f"Results pages, {engine}", pages(now))


if __name__ == "__main__":
    main()
