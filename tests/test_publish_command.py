"""`manage.py publish`, `withdraw` and `restore` as cron and people call them."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError, connections
from django.db.models import F
from freezegun import freeze_time

from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle
from answers.publishing import publish_puzzle, run
from costcodle import clock
from leases.models import JobLease
from tests.make import NOW, make_photo_ready, make_puzzle, run_manage

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def manage(*arguments):
    """Exit code and stdout of a command, in this process, under the frozen clock."""
    out = StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=StringIO())
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def json_lines(*arguments):
    code, text = manage(*arguments, "--json")
    return code, [json.loads(line) for line in text.splitlines()]


def test_json_lines_and_summary(noon):
    make_puzzle(1)
    make_puzzle(2)
    code, lines = json_lines("publish")
    assert code == 0
    assert lines == [
        {"puzzle": 1, "outcome": "published", "fence": 1, "content_version": 1, "revision": 1},
        {"puzzle": 2, "outcome": "published", "fence": 1, "content_version": 1, "revision": 2},
        {"summary": {"published": 2}, "revision": 2},
    ]


def test_nothing_due_is_an_empty_summary(noon):
    assert json_lines("publish") == (0, [{"summary": {}, "revision": 0}])
    assert manage("publish") == (0, "Nothing is due; revision 0.\n")


def test_dry_run_says_the_same_outcomes_and_writes_nothing(noon):
    make_puzzle(1)
    code, lines = json_lines("publish", "--dry-run")
    assert code == 0
    assert lines[0] == {"puzzle": 1, "outcome": "published", "content_version": 1, "dry_run": True}
    assert lines[1] == {"summary": {"published": 1}, "revision": 0, "dry_run": True}
    for model in (AnswerPost, PublicationItem, PublicationLog, JobLease):
        assert not model.objects.exists()


def test_named_puzzle_that_is_up_to_date_is_told_and_a_due_one_is_not(noon):
    make_puzzle(1)
    manage("publish")
    assert json_lines("publish")[1] == [{"summary": {}, "revision": 1}]
    code, lines = json_lines("publish", "--puzzle", "1")
    assert (code, lines[0]) == (0, {"puzzle": 1, "outcome": "unchanged"})


@pytest.mark.parametrize("number", ["99", "31"])
def test_unknown_or_open_puzzle_is_a_failure(noon, number):
    make_puzzle(31)
    code, lines = json_lines("publish", "--puzzle", number)
    assert code == 1
    assert lines[0]["outcome"] == "failed"
    assert lines[0]["message"]
    assert lines[-1] == {"summary": {"failed": 1}, "revision": 0}


def test_busy_is_not_a_failure(noon):
    make_puzzle(1)
    JobLease.objects.create(
        key="publication:1",
        owner_id="rival",
        fence=1,
        expires_at=clock.milliseconds(NOW + timedelta(seconds=1)),
        updated_at=0,
    )
    code, lines = json_lines("publish")
    assert (code, lines[0]["outcome"]) == (0, "busy")


def test_withdraw_and_restore(noon):
    make_puzzle(1)
    manage("publish")
    code, lines = json_lines("withdraw", "1", "--reason", "wrong product")
    assert code == 0
    assert lines[0]["outcome"] == "withdrawn"
    assert lines[0]["revision"] == 2
    assert PublicationLog.objects.get(revision=2).reason == "wrong product"
    assert AnswerPost.objects.get().withdrawn_at == NOW
    assert json_lines("withdraw", "1", "--reason", "again")[1][0]["outcome"] == "unchanged"
    assert json_lines("publish")[1] == [{"summary": {}, "revision": 2}]
    assert json_lines("restore", "1")[1][0]["outcome"] == "restored"
    assert AnswerPost.objects.get().withdrawn_at is None
    assert PublicationItem.objects.get().state == "published"
    actions = PublicationLog.objects.order_by("revision").values_list("action", "content_version")
    assert list(actions) == [("publish", 1), ("withdraw", 2), ("restore", 3)]
    assert json_lines("restore", "1")[1][0]["outcome"] == "unchanged"


def test_withdrawn_before_it_was_published(noon):
    make_puzzle(1)
    code, lines = json_lines("withdraw", "1", "--reason", "recalled")
    assert (code, lines[0]["outcome"], "revision" in lines[0]) == (0, "withdrawn", False)
    item = PublicationItem.objects.get()
    assert (item.state, item.reason) == ("withdrawn", "recalled")
    assert json_lines("publish")[1] == [{"summary": {}, "revision": 0}]
    assert json_lines("publish", "--puzzle", "1")[1][0]["outcome"] == "unchanged"
    assert json_lines("restore", "1")[1][0]["outcome"] == "restored"
    assert PublicationItem.objects.get().state == "pending"
    assert json_lines("publish")[1][0]["outcome"] == "published"


@pytest.mark.parametrize("number", [1, 40])
def test_restoring_what_nobody_withdrew_leaves_nothing_behind(noon, number):
    make_puzzle(number)
    code, lines = json_lines("restore", str(number))
    assert (code, lines[0]) == (0, {"puzzle": number, "outcome": "unchanged"})
    assert not PublicationItem.objects.exists()
    assert not JobLease.objects.exists()


def test_withdrawing_concerns_the_page_of_a_running_game_too(noon):
    make_puzzle(31)
    assert json_lines("withdraw", "31", "--reason", "x")[0] == 0
    with freeze_time(NOW + timedelta(days=2)):
        assert json_lines("publish")[1] == [{"summary": {}, "revision": 0}]


def test_restore_that_dies_is_not_finished_by_publish(noon, monkeypatch):
    make_puzzle(1)
    manage("publish")
    manage("withdraw", "1", "--reason", "x")

    def die(*_):
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr("answers.publishing.batch.run_final_batch", die)
        assert json_lines("restore", "1")[0] == 1
    assert PublicationItem.objects.get().state == "withdrawn"
    assert json_lines("publish")[1] == [{"summary": {}, "revision": 2}]


@pytest.mark.parametrize("command", [("withdraw", "7", "--reason", "x"), ("restore", "7")])
def test_puzzle_that_does_not_exist(noon, command):
    code, lines = json_lines(*command)
    assert (code, lines[0]["outcome"]) == (1, "failed")
    assert not JobLease.objects.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("publish", "--puzzle", "0"),
        ("publish", "--puzzle", "-1"),
        ("publish", "--puzzle", "007"),
        ("publish", "--puzzle", "1234567890"),
        ("publish", "--puzzle", "x"),
        ("withdraw", "1"),
        ("withdraw", "1", "--reason", "  "),
        ("restore",),
    ],
)
def test_wrong_usage_exits_2_without_a_traceback(arguments):
    done = run_manage(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_outcome_lines_stand_on_stdout_alone():
    make_puzzle(1)
    done = run_manage("publish", LOG_FORMAT="text")
    assert done.stdout.startswith("#1 published")
    assert done.stderr == ""


def test_database_that_is_away_is_one_sentence():
    done = run_manage("publish", DATABASE_URL="postgres://a:b@127.0.0.1:1/x")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "check DATABASE_URL" in done.stderr


def check_refused_by_612_seconds(code, lines):
    """A little less than 612: the server's clock goes on while ours is being frozen."""
    seconds = lines[0]["seconds"]
    assert 500 < seconds <= 612
    assert (code, lines) == (1, [{"error": "clock_skew", "seconds": seconds}])


@pytest.mark.only("postgresql")
def test_clock_too_far_from_the_servers_refuses():
    make_puzzle(1)
    with freeze_time(clock.utc_now() + timedelta(seconds=612)):
        check_refused_by_612_seconds(*json_lines("publish"))
    assert not AnswerPost.objects.exists()


@pytest.mark.only("postgresql")
@pytest.mark.usefixtures("signals_given_back")
def test_watching_does_not_begin_with_a_wrong_clock():
    with freeze_time(clock.utc_now() + timedelta(seconds=612)):
        check_refused_by_612_seconds(*json_lines("publish", "--watch"))


@pytest.mark.only("postgresql")
def test_clock_comparison_can_be_switched_off(settings):
    make_puzzle(1)
    settings.MAX_CLOCK_SKEW = timedelta(0)
    with freeze_time(clock.utc_now() + timedelta(seconds=612)):
        assert json_lines("publish")[0] == 0


@pytest.mark.only("sqlite")
def test_sqlite_has_no_clock_to_compare(noon):
    with connections["publisher"].execute_wrapper(lambda *_: pytest.fail("asked")):
        run.check_clock()


def test_named_puzzles_are_published_once_each_oldest_first(noon):
    for number in (1, 2):
        make_puzzle(number)
    _, lines = json_lines("publish", "--puzzle", "2", "--puzzle", "1", "--puzzle", "2")
    assert [line.get("puzzle") for line in lines] == [1, 2, None]
    assert lines[-1]["summary"] == {"published": 2}


def test_outcome_is_told_though_the_database_goes_away_after_it(noon, monkeypatch):
    def away(connection):
        raise OperationalError("server closed the connection")

    make_puzzle(1)
    publish_puzzle(1)
    monkeypatch.setattr("answers.publishing.site_revision", away)
    code, lines = json_lines("withdraw", "1", "--reason", "why")
    assert code == 0
    assert lines[0]["outcome"] == "withdrawn"
    assert lines[1] == {"summary": {"withdrawn": 1}}


@pytest.mark.usefixtures("noon")
def test_dry_run_foresees_a_picture_that_is_still_to_be_made(monkeypatch):
    monkeypatch.setattr("answers.photos.files_exist", lambda key, width: True)
    monkeypatch.setattr("answers.photos.make_answer_card", lambda product: "c" * 32)
    make_puzzle(1)
    make_photo_ready(1)
    publish_puzzle(1)
    AnswerPost.objects.update(card_key="")

    def outcome(*arguments):
        return json_lines("publish", "--puzzle", "1", *arguments)[1][0]["outcome"]

    assert outcome("--dry-run") == outcome() == "unchanged"  # nothing makes it due
    Puzzle.objects.update(version=F("version") + 1)
    assert outcome("--dry-run") == outcome() == "updated"
