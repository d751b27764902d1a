"""What every bench needs: a migrated database of its own, timing, and a table of ratios.

One process measures one engine: `python -m bench.publish sqlite`. Only ratios of one run count;
absolute times depend on the machine and on what else it does.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

ENGINES = ("sqlite", "postgresql")


def start(engine: str | None = None) -> str:
    """Makes and migrates a temporary database, collects the static files; returns the engine."""
    engine = engine or (sys.argv[1] if len(sys.argv) > 1 else "sqlite")
    if engine not in ENGINES:
        sys.exit(f"The engine is {engine!r}: write {' or '.join(ENGINES)}.")
    os.environ["TEST_ENGINE"] = engine
    os.environ["DJANGO_SETTINGS_MODULE"] = "costcodle.settings"
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django
    from django.conf import settings
    from django.core.management import call_command

    from tests.engine import FOLDER  # importing it chooses the database, in this folder

    django.setup()
    call_command("migrate", verbosity=0)
    settings.STATIC_ROOT = FOLDER / "static"  # pages name their files by what was collected
    call_command("collectstatic", interactive=False, verbosity=0)
    return engine


@dataclass(frozen=True)
class Row:
    """One line of a bench's table: what was measured, in which unit, against which goal."""

    name: str
    value: float
    unit: str
    goal: str = ""


def report(title: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    for row in rows:
        print(f"  {row.name:<58} {row.value:>10.2f} {row.unit:<10} {row.goal}")


def median_microseconds(function: Callable[[], object], calls: int, warm_up: int = 50) -> float:
    """Median time of one call in microseconds."""
    for _ in range(warm_up):
        function()
    times = []
    for _ in range(calls):
        begin = time.perf_counter_ns()
        function()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times) / 1000
