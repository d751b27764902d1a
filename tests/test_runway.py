import json
from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command

from answers.bank.runway import read_runway
from costcodle import clock
from tests.make import NOW, day_of, make_photo_ready, make_puzzle, run_manage

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs `runway` at NOW; gives its output and exit code."""
    monkeypatch.setattr(clock, "utc_now", lambda: NOW)

    def runway(*options):
        code = 0
        try:
            call_command("runway", *options)
        except SystemExit as end:
            code = end.code
        return capsys.readouterr().out, code

    return runway


def make_days(*numbers):
    for number in numbers:
        make_puzzle(number)


def test_days_ahead_are_counted_from_tomorrow_to_the_first_gap():
    make_days(30, 31, 32, 33, 35)
    runway = read_runway(NOW)
    assert (runway.days, runway.last_day, runway.gaps) == (2, day_of(35), [day_of(34)])


@pytest.mark.parametrize(
    ("now", "days"),
    [
        (datetime(2026, 1, 31, 23, 59, 59, 999999, tzinfo=UTC), 2),
        (datetime(2026, 2, 1, tzinfo=UTC), 1),
    ],
)
def test_day_that_begins_is_no_day_ahead(now, days):
    make_days(32, 33)
    assert read_runway(now).days == days


def test_today_without_a_puzzle_is_a_gap_and_the_days_ahead_count():
    make_days(32, 33)
    runway = read_runway(NOW)
    assert (runway.days, runway.gaps) == (2, [day_of(31)])


def test_empty_bank():
    runway = read_runway(NOW)
    assert (runway.days, runway.last_day, runway.gaps) == (0, None, [day_of(31)])


def test_gaps_are_listed_for_a_year_at_most():
    make_puzzle(31)
    make_puzzle(300_000, day=date(2847, 5, 15))
    assert len(read_runway(NOW).gaps) == 366


def test_puzzles_without_a_ready_photo_are_listed_from_today_on():
    make_days(30, 31, 32)
    make_puzzle(33, image_state="failed")
    make_photo_ready(32)
    assert [puzzle.number for puzzle in read_runway(NOW).without_photo] == [31, 33]


def test_one_query(django_assert_num_queries):
    make_days(31, 32, 33)
    with django_assert_num_queries(1):
        read_runway(NOW)


@pytest.mark.parametrize(
    ("ahead", "options", "code"),
    [
        (14, [], 0),
        (13, [], 1),
        (3, ["--days", "3"], 0),
        (2, ["--days", "3"], 1),
        (0, ["--days", "0"], 0),
    ],
)
def test_exit_code_tells_whether_it_is_enough(run, ahead, options, code):
    make_days(*range(31, 32 + ahead))
    assert run(*options)[1] == code


def test_json(run):
    make_days(31, 32, 34)
    make_photo_ready(31)
    make_photo_ready(34)
    text, code = run("--json", "--days", "1")
    assert (json.loads(text), code) == (
        {
            "today": "2026-01-31",
            "days": 1,
            "wanted": 1,
            "last_day": "2026-02-03",
            "gaps": ["2026-02-02"],
            "without_photo": [{"puzzle": 32, "day": "2026-02-01", "image_state": "none"}],
        },
        0,
    )


def test_table_lists_gaps_and_missing_photos(run):
    make_days(31, 32, 34)
    make_photo_ready(31)
    text, _ = run()
    assert "1 without a gap, 14 wanted: too few" in text
    assert "Without puzzle  1 day\n  2026-02-02\n" in text
    assert "Without photo   2 puzzles\n" in text
    assert "2026-02-01  #32  none  Product 32" in text
    assert "#31" not in text


def test_long_lists_are_shortened_in_the_table_only(run):
    make_days(*range(31, 100))
    assert "and 39 more" in run()[0]
    assert len(json.loads(run("--json")[0])["without_photo"]) == 69


@pytest.mark.django_db(transaction=True)
def test_usage_faults_exit_2():
    for days in ("-1", "abc", "1.5", "99999"):
        done = run_manage("runway", "--days", days)
        assert (done.returncode, "write one like 14" in done.stderr) == (2, True)
