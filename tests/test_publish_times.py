"""The instants around a closing, and long outages."""

import gc
import tracemalloc
from datetime import date, timedelta

import pytest
from django.db import connection
from freezegun import freeze_time

from answers import publishing
from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle
from answers.publishing import Outcome, find_due, publish_all, publish_puzzle
from tests.invariants import check_invariants
from tests.make import NOW, make_puzzle, run_manage

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


@pytest.mark.parametrize(
    "day", [date(2026, 5, 4), date(2027, 12, 31), date(2028, 2, 28), date(2028, 2, 29)]
)
@pytest.mark.parametrize(
    ("time", "due"),
    [("00:09:59.999999", False), ("00:10:00", True), ("00:10:00.000001", True)],
)
def test_due_from_ten_minutes_after_midnight(day, time, due):
    make_puzzle(1, day=day)
    with freeze_time(f"{day + timedelta(days=1)}T{time}Z"):
        assert find_due() == ([1] if due else [])
        result = publish_puzzle(1)
    assert result.outcome == ("published" if due else "failed")
    assert AnswerPost.objects.exists() is due


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
def test_time_zone_of_the_process_changes_nothing(zone):
    from costcodle import clock

    today = clock.today(clock.utc_now())
    over = clock.last_over_day(clock.utc_now())
    for number, day in enumerate((over, today, today + timedelta(days=1)), 1):
        make_puzzle(number, day=day)
    done = run_manage("publish", TZ=zone)
    assert done.returncode == 0, done.stderr
    assert list(AnswerPost.objects.values_list("puzzle_id", flat=True)) == [1]


def make_many(count: int) -> None:
    Puzzle.objects.bulk_create(
        Puzzle(
            number=number,
            day=date(2020, 1, 1) + timedelta(days=number),
            name=f"Product {number}",
            price_cents=number,
        )
        for number in range(1, count + 1)
    )


def test_thousand_overdue_with_one_faulty_among_them(caplog):
    """Oldest first, the others published, exit 1, the error noted, healed by the next run."""
    caplog.set_level("CRITICAL", logger="costcodle.publication")  # pytest would keep each event
    make_many(1000)
    with connection.cursor() as cursor:
        # A page of which the table refuses the row: only the batch itself can find out.
        break_number_500(cursor)
    order: list[int] = []
    tracemalloc.start()
    try:
        publish_all(find_due()[:100], lambda result: order.append(result.puzzle))
        after_100 = traced_memory()
        counts = publish_all(find_due(), lambda result: order.append(result.puzzle))
        after_1000 = traced_memory()
    finally:
        tracemalloc.stop()
    assert order == sorted(order)
    assert (counts["published"], counts["failed"]) == (899, 1)
    assert after_1000 - after_100 < 300_000, "memory grows with the number of puzzles"
    item = PublicationItem.objects.get(puzzle=500)
    assert item.state == "processing"
    assert "no page for 500" in item.last_error
    assert run_manage("publish").returncode == 1
    with connection.cursor() as cursor:
        mend_number_500(cursor)
    assert run_manage("publish").returncode == 0
    assert PublicationItem.objects.get(puzzle=500).last_error == ""
    assert PublicationLog.objects.count() == 1000
    check_invariants()


def traced_memory() -> int:
    """Bytes in use; without what only waits to be collected, as a connection that was closed."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def break_number_500(cursor):
    if connection.vendor == "sqlite":
        cursor.execute(
            "CREATE TRIGGER refuse_500 BEFORE INSERT ON answer_posts WHEN NEW.puzzle_id = 500"
            " BEGIN SELECT RAISE(ABORT, 'no page for 500'); END"
        )
    else:
        cursor.execute(
            "CREATE FUNCTION refuse_500() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'no page for 500'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER refuse_500 BEFORE INSERT ON answer_posts FOR EACH ROW"
            " WHEN (NEW.puzzle_id = 500) EXECUTE FUNCTION refuse_500()"
        )


def mend_number_500(cursor):
    if connection.vendor == "sqlite":
        cursor.execute("DROP TRIGGER refuse_500")
    else:
        cursor.execute("DROP FUNCTION refuse_500 CASCADE")


def test_real_bank_is_published_whole(shared_data):
    """The bank of the original game: every finished puzzle of it, each once."""
    bank = shared_data / "games.json"
    done = run_manage("loadbank", str(bank), "--start-day", "2023-09-21")
    assert done.returncode == 0, done.stderr
    assert Puzzle.objects.count() == 3399
    assert run_manage("publish", "--json").returncode == 0
    over = Puzzle.objects.filter(day__lte=publishing_day()).count()
    assert over > 100
    assert AnswerPost.objects.count() == PublicationLog.objects.count() == over
    assert publishing.site_revision(connection) == over
    check_invariants()


def publishing_day() -> date:
    from costcodle import clock

    return clock.last_over_day(clock.utc_now())


def test_publishing_reads_the_clock_for_each_puzzle():
    """A lease dated by the start of a long run would be born expired."""
    make_puzzle(1)
    make_puzzle(2)
    with freeze_time(NOW) as hand:
        published_at = []

        def report(result):
            assert result.outcome is Outcome.PUBLISHED
            published_at.append(AnswerPost.objects.get(puzzle=result.puzzle).published_at)
            hand.tick(timedelta(minutes=5))

        publish_all([1, 2], report)
    assert published_at == [NOW, NOW + timedelta(minutes=5)]
