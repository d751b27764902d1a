"""Publishing one puzzle, without rivals: outcomes, rows, one-way rules, unchanged pages."""

import sqlite3
from datetime import timedelta

import pytest
from django.db import connections

from answers import publishing
from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle, SiteState
from answers.publishing import Outcome, publish_puzzle
from leases.models import JobLease
from tests.make import NOW, make_photo_ready, make_puzzle

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("noon"),
]


@pytest.fixture
def photo_files(monkeypatch):
    """Photos are ready without files; the real ones are covered by the photos' own tests."""
    monkeypatch.setattr("answers.photos.files_exist", lambda key, width: True)
    monkeypatch.setattr("answers.photos.make_answer_card", lambda page: "c" * 32)


def due():
    return publishing.find_due()


def test_publishes_page_ledger_revision_and_log_together():
    make_puzzle(7, name="Jam", price_cents=499)
    result = publish_puzzle(7)
    assert result.as_json() == {
        "puzzle": 7,
        "outcome": "published",
        "fence": 1,
        "content_version": 1,
        "revision": 1,
    }
    post, log, state = (
        AnswerPost.objects.get(),
        PublicationLog.objects.get(),
        SiteState.objects.get(),
    )
    assert (post.number, post.name, post.price_cents, post.bank_version) == (7, "Jam", 499, 1)
    assert (post.indexable, post.has_photo, post.withdrawn_at) == (False, False, None)
    assert post.published_at == post.updated_at == NOW
    assert post.commit_token == log.commit_token == state.commit_token
    assert (log.revision, log.action, log.content_version, log.fence) == (1, "publish", 1, 1)
    assert state.publication_revision == 1
    item = PublicationItem.objects.get()
    assert (item.state, item.fence, item.attempts, item.last_error) == ("published", 1, 1, "")


def test_releases_its_lease_and_keeps_the_row():
    make_puzzle(1)
    publish_puzzle(1)
    lease = JobLease.objects.get()
    assert lease.key == "publication:1"
    assert lease.expires_at == lease.updated_at


def test_second_run_changes_nothing_and_takes_no_lease():
    make_puzzle(1)
    publish_puzzle(1)
    assert due() == []
    before = JobLease.objects.get().fence
    assert publish_puzzle(1).outcome is Outcome.UNCHANGED
    assert JobLease.objects.get().fence == before
    assert SiteState.objects.get().publication_revision == 1


def test_unknown_puzzle_fails_with_a_sentence():
    result = publish_puzzle(404)
    assert (result.outcome, result.message) == ("failed", "there is no puzzle 404")
    assert not JobLease.objects.exists()


@pytest.mark.parametrize(("number", "ends"), [(31, "1 February 2026"), (40, "10 February 2026")])
def test_puzzle_that_is_not_over_fails_and_says_until_when(number, ends):
    make_puzzle(number)
    result = publish_puzzle(number)
    assert result.outcome is Outcome.FAILED
    assert result.message.startswith(f"its game ends on {ends} at 00:10 UTC;")
    assert not AnswerPost.objects.exists()


def test_changed_bank_row_updates_the_page_once():
    puzzle = make_puzzle(1)
    publish_puzzle(1)
    puzzle.name, puzzle.version = "New name", 2
    puzzle.save()
    assert due() == [1]
    result = publish_puzzle(1)
    assert (result.outcome, result.content_version, result.revision) == ("updated", 2, 2)
    post = AnswerPost.objects.get()
    assert (post.name, post.bank_version, post.content_version) == ("New name", 2, 2)
    assert due() == []


def test_bank_version_without_a_visible_change_is_settled_without_a_revision():
    puzzle = make_puzzle(1)
    publish_puzzle(1)
    Puzzle.objects.update(version=5)
    assert due() == [puzzle.number]
    assert publish_puzzle(1).outcome is Outcome.UNCHANGED
    assert due() == []
    assert AnswerPost.objects.get().bank_version == 5
    assert AnswerPost.objects.get().content_version == 1
    assert PublicationItem.objects.get().state == "published"
    assert SiteState.objects.get().publication_revision == PublicationLog.objects.count() == 1


def test_page_without_photo_is_upgraded_when_the_photo_is_ready(photo_files):
    make_puzzle(1)
    publish_puzzle(1)
    assert AnswerPost.objects.indexable().count() == 0
    make_photo_ready(1)
    assert due() == [1]
    result = publish_puzzle(1)
    assert (result.outcome, result.revision) == ("updated", 2)
    post = AnswerPost.objects.get()
    assert (post.has_photo, post.indexable, post.card_key) == (True, True, "c" * 32)
    assert due() == []


def test_photo_lost_in_the_bank_stays_on_the_page(photo_files):
    make_puzzle(1)
    make_photo_ready(1, key="a" * 32)
    publish_puzzle(1)
    Puzzle.objects.update(image_state="failed", image_key="", version=9, name="Renamed")
    result = publish_puzzle(1)
    assert result.outcome is Outcome.UPDATED
    post = AnswerPost.objects.get()
    assert (post.name, post.image_key, post.has_photo, post.indexable) == (
        "Renamed",
        "a" * 32,
        True,
        True,
    )


def test_ready_photo_without_files_is_left_out_with_a_warning(caplog):
    make_puzzle(1)
    make_photo_ready(1)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert AnswerPost.objects.get().has_photo is False
    assert "its files are missing" in caplog.text
    # Still due, but nothing would change until the files are back.
    assert due() == [1]
    assert publish_puzzle(1).outcome is Outcome.UNCHANGED
    assert SiteState.objects.get().publication_revision == 1


def test_share_picture_that_can_not_be_drawn_does_not_stop_the_page(
    monkeypatch, photo_files, caplog
):
    def fail(page):
        raise OSError("disk full")

    monkeypatch.setattr("answers.photos.make_answer_card", fail)
    make_puzzle(1)
    make_photo_ready(1)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert AnswerPost.objects.get().card_key == ""
    assert "disk full" in caplog.text


@pytest.mark.parametrize(
    ("change", "card_key"),
    [
        ({"description": "New."}, "c" * 32),
        ({"name": "Renamed"}, ""),
        ({"price_cents": 1}, ""),
        ({"image_key": "b" * 32}, ""),
    ],
)
def test_share_picture_stays_while_what_it_shows_stays(monkeypatch, photo_files, change, card_key):
    make_puzzle(1)
    make_photo_ready(1, key="a" * 32)
    publish_puzzle(1)
    Puzzle.objects.update(version=9, **change)

    def fail(page):
        raise OSError("the storage is away")

    monkeypatch.setattr("answers.photos.make_answer_card", fail)
    assert publish_puzzle(1).outcome is Outcome.UPDATED
    assert AnswerPost.objects.get().card_key == card_key


def test_leftover_of_a_dead_job_is_finished():
    make_puzzle(1)
    PublicationItem.objects.create(
        puzzle_id=1, state="processing", fence=3, attempts=1, updated_at=NOW
    )
    JobLease.objects.create(
        key="publication:1",
        owner_id="dead",
        fence=3,
        expires_at=int(NOW.timestamp() * 1000),
        updated_at=0,
    )
    result = publish_puzzle(1)
    assert (result.outcome, result.fence) == ("published", 4)
    assert PublicationItem.objects.get().attempts == 2


def test_lease_of_a_rival_makes_it_busy_and_leaves_the_ledger_alone():
    make_puzzle(1)
    JobLease.objects.create(
        key="publication:1",
        owner_id="rival",
        fence=3,
        expires_at=int((NOW + timedelta(milliseconds=1)).timestamp() * 1000),
        updated_at=0,
    )
    assert publish_puzzle(1).outcome is Outcome.BUSY
    assert not PublicationItem.objects.exists()


def test_error_is_noted_on_the_ledger_item_and_healed_by_the_next_run(monkeypatch):
    make_puzzle(1)

    def fail(*_):
        raise RuntimeError("no ink")

    with monkeypatch.context() as patch:
        patch.setattr("answers.publishing.act.compute_page", fail)
        result = publish_puzzle(1)
    assert (result.outcome, result.message) == ("failed", "no ink")
    item = PublicationItem.objects.get()
    assert (item.state, item.last_error) == ("processing", "no ink")
    assert due() == [1]
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert PublicationItem.objects.get().last_error == ""


def test_refuses_to_run_inside_another_transaction():
    # `durable` would be meaningless there; the Result says so instead of half-publishing.
    from django.db import transaction

    make_puzzle(1)
    with transaction.atomic(using="publisher"):
        assert publish_puzzle(1).outcome is Outcome.FAILED
    assert not AnswerPost.objects.exists()


@pytest.mark.only("sqlite")
def test_driver_that_fails_while_the_lease_is_released_stops_nothing(monkeypatch):
    make_puzzle(1)
    connection = connections["publisher"]
    connection.ensure_connection()
    pragmas = []

    def execute(text):
        pragmas.append(text)
        if len(pragmas) > 2:  # two of them stand around the claim
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(connection.connection, "execute", execute)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert len(pragmas) == 3


def test_each_publication_is_one_event(caplog):
    make_puzzle(1)
    with caplog.at_level("INFO", logger="costcodle.publication"):
        publish_puzzle(1)
    (event,) = [record for record in caplog.records if hasattr(record, "outcome")]
    assert (event.puzzle, event.outcome, event.fence, event.revision) == (1, "published", 1, 1)
    assert event.duration_ms >= 0


def test_run_with_nothing_to_do_is_one_statement(django_assert_num_queries):
    for number in range(1, 6):
        make_puzzle(number)
        publish_puzzle(number)
    with django_assert_num_queries(1, connection=connections["publisher"]):
        assert due() == []
