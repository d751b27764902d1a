"""Results as CSV, without the session ids: who reads an export needs none of them."""

import csv
from collections.abc import Iterator

from django.db.models import QuerySet

from costcodle import clock
from stats.models import DailyResult

COLUMNS = ("puzzle", "day", "slot", "outcome", "guesses_used", "created_at")


class _Line:
    """What csv.writer writes to: hands each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def csv_lines(results: QuerySet[DailyResult]) -> Iterator[str]:
    """A head and a line a result, by puzzle and slot, read in batches."""
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    rows = results.order_by("puzzle_id", "slot").values_list(
        "puzzle_id", "puzzle__day", "slot", "outcome", "guesses_used", "created_at"
    )
    for *values, created_at in rows.iterator(chunk_size=2000):
        yield writer.writerow([*values, clock.iso(created_at)])
