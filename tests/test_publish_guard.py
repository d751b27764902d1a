"""What the guard of the final batch verifies: each thing changes between read and batch.

Every case comes with its control: with the condition struck from the SQL the bad write happens
(or runs into the constraint that stands behind it), so the guarded test can fail.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from freezegun import freeze_time

from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle, SiteState
from answers.publishing import Outcome, batch, publish_puzzle, statements
from costcodle import clock
from leases import lease as leases
from leases.models import JobLease
from tests.lease_takers import take_lease
from tests.make import NOW, day_of, make_photo_ready, make_puzzle
from tests.striking import strike

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("noon"),
]
NOW_MS = clock.milliseconds(NOW)


@pytest.fixture(autouse=True)
def photo_files(monkeypatch):
    monkeypatch.setattr("answers.photos.files_exist", lambda key, width: True)
    monkeypatch.setattr("answers.photos.make_answer_card", lambda page: "c" * 32)


@pytest.fixture
def between_read_and_batch(monkeypatch):
    """Runs a change once, after the job has read and before its final batch begins."""

    def plan(change: Callable[[], Any]) -> None:
        run = batch.run_final_batch

        def changed(*arguments: Any) -> Any:
            monkeypatch.setattr(batch, "run_final_batch", run)
            change()
            return run(*arguments)

        monkeypatch.setattr(batch, "run_final_batch", changed)

    return plan


def set_lease(**values):
    assert JobLease.objects.filter(key="publication:1").update(**values) == 1


def set_item(**values):
    assert PublicationItem.objects.filter(puzzle=1).update(**values) == 1


def set_puzzle(**values):
    assert Puzzle.objects.filter(number=1).update(**values) == 1


def set_post(**values):
    assert AnswerPost.objects.filter(puzzle=1).update(**values) == 1


def give_page_a_photo():
    """As if a rival had upgraded the page without raising its version."""
    set_post(has_photo=True, image_key="a" * 32, image_width=800, image_height=600)


@dataclass(frozen=True)
class Case:
    """A change under the job's feet, its outcome, and the SQL conditions that notice it."""

    change: Callable[[], Any]
    outcome: Outcome
    conditions: tuple[str, ...]
    after_update: bool = False  # the page exists already


CASES = {
    "lease owner": Case(
        lambda: set_lease(owner_id="rival"),
        Outcome.LEASE_LOST,
        ("job_leases.owner_id = %(owner_id)s",),
    ),
    "lease fence": Case(
        lambda: set_lease(fence=2), Outcome.LEASE_LOST, ("job_leases.fence = %(fence)s",)
    ),
    "lease expiry": Case(
        lambda: set_lease(expires_at=NOW_MS),
        Outcome.LEASE_LOST,
        ("job_leases.expires_at > %(now_ms)s",),
    ),
    "ledger state": Case(
        lambda: set_item(state="withdrawn"),
        Outcome.CONFLICT,
        ("publication_items.state = %(item_state)s", "state = %(item_state)s"),
    ),
    "ledger fence": Case(
        lambda: set_item(fence=9),
        Outcome.CONFLICT,
        ("publication_items.fence = %(fence)s", "AND fence = %(fence)s"),
    ),
    "bank version": Case(
        lambda: set_puzzle(version=2, name="Edited"),
        Outcome.CONFLICT,
        ("puzzles.version = %(bank_version)s",),
    ),
    "photo became ready": Case(
        lambda: set_puzzle(image_state="ready", image_key="b" * 32),
        Outcome.CONFLICT,
        ("(puzzles.image_state = 'ready') = %(photo_ready)s",),
    ),
    "day not over": Case(
        lambda: set_puzzle(day=day_of(31)),
        Outcome.CONFLICT,
        ("puzzles.day <= %(last_over_day)s",),
    ),
    "content version": Case(
        lambda: set_post(content_version=8),
        Outcome.CONFLICT,
        (
            "answer_posts.content_version = %(content_version)s\n  )",
            "answer_posts.content_version = %(content_version)s",
        ),
        after_update=True,
    ),
    "page withdrawn": Case(
        lambda: set_post(withdrawn_at=NOW),
        Outcome.CONFLICT,
        ("answer_posts.withdrawn_at IS NULL",),
        after_update=True,
    ),
    "one way: photo": Case(
        give_page_a_photo,
        Outcome.CONFLICT,
        ("(excluded.has_photo OR NOT answer_posts.has_photo)",),
        after_update=True,
    ),
}


def prepare(case: Case) -> dict[str, Any]:
    make_puzzle(1)
    if case.after_update:
        publish_puzzle(1)
        set_puzzle(version=2, name="Second")
    return public_state()


def public_state() -> dict[str, Any]:
    return {
        "revision": SiteState.objects.get().publication_revision,
        "log": list(PublicationLog.objects.values_list("revision", "content_version")),
        "names": list(AnswerPost.objects.values_list("name", flat=True)),
    }


@pytest.mark.parametrize("name", CASES)
def test_change_between_read_and_batch_is_noticed(name, between_read_and_batch):
    case = CASES[name]
    before = prepare(case)
    between_read_and_batch(case.change)
    assert publish_puzzle(1).outcome is case.outcome
    assert public_state() == before


@pytest.mark.parametrize("name", CASES)
def test_control_without_its_condition_the_bad_write_happens(
    name, between_read_and_batch, monkeypatch
):
    case = CASES[name]
    before = prepare(case)
    between_read_and_batch(case.change)
    for condition in case.conditions:
        strike_where_it_stands(monkeypatch, condition)
    result = publish_puzzle(1)
    assert result.outcome in (Outcome.PUBLISHED, Outcome.UPDATED)
    assert public_state() != before


def strike_where_it_stands(monkeypatch, condition):
    instead = "TRUE\n  )" if condition.endswith(")") and "\n" in condition else "TRUE"
    if condition.startswith("AND "):
        instead = "AND TRUE"
    strike(monkeypatch, statements.STATEMENTS, condition, instead)


def test_one_way_indexability_is_noticed(between_read_and_batch, monkeypatch):
    # The table's own rule says that only pages with a photo are indexable, so an indexable page
    # has both; with the photo's condition struck, indexability alone must still refuse.
    prepare(Case(lambda: None, Outcome.CONFLICT, (), after_update=True))
    change = lambda: (give_page_a_photo(), set_post(indexable=True))  # noqa: E731
    between_read_and_batch(change)
    strike_where_it_stands(monkeypatch, "(excluded.has_photo OR NOT answer_posts.has_photo)")
    assert publish_puzzle(1).outcome is Outcome.CONFLICT
    assert AnswerPost.objects.get().indexable is True


def test_control_without_both_rules_the_page_goes_back_to_noindex(
    between_read_and_batch, monkeypatch
):
    prepare(Case(lambda: None, Outcome.CONFLICT, (), after_update=True))
    between_read_and_batch(lambda: (give_page_a_photo(), set_post(indexable=True)))
    for rule in ("has_photo", "indexable"):
        strike_where_it_stands(monkeypatch, f"(excluded.{rule} OR NOT answer_posts.{rule})")
    assert publish_puzzle(1).outcome is Outcome.UPDATED
    assert AnswerPost.objects.get().indexable is False


def test_photo_that_stops_being_ready_is_noticed(between_read_and_batch):
    make_puzzle(1)
    make_photo_ready(1)
    between_read_and_batch(lambda: set_puzzle(image_state="failed"))
    assert publish_puzzle(1).outcome is Outcome.CONFLICT
    assert not AnswerPost.objects.exists()


def test_update_of_a_page_that_vanished_inserts_nothing(between_read_and_batch):
    before = prepare(Case(lambda: None, Outcome.CONFLICT, (), after_update=True))
    between_read_and_batch(lambda: AnswerPost.objects.all().delete())
    assert publish_puzzle(1).outcome is Outcome.CONFLICT
    assert not AnswerPost.objects.exists()
    assert SiteState.objects.get().publication_revision == before["revision"]


def test_control_the_plain_upsert_would_insert_and_only_the_log_would_refuse(
    between_read_and_batch, monkeypatch
):
    prepare(Case(lambda: None, Outcome.CONFLICT, (), after_update=True))
    between_read_and_batch(lambda: AnswerPost.objects.all().delete())
    strike(monkeypatch, statements.STATEMENTS, "%(content_version)s = 0", "TRUE")
    result = publish_puzzle(1)
    # The page was inserted as version 1; the log's own constraints then ended the batch.
    assert result.outcome is Outcome.FAILED
    assert "publication_log" in result.message


def test_gap_between_read_and_final_batch(between_read_and_batch):
    """A job reads, a second one takes the lease over, the first runs its final batch."""
    make_puzzle(1)

    def take_over():
        set_lease(expires_at=NOW_MS)
        assert take_lease(
            connections["default"], "publication:1", "second", NOW, timedelta(minutes=1)
        )

    between_read_and_batch(take_over)
    assert publish_puzzle(1).outcome is Outcome.LEASE_LOST
    assert not AnswerPost.objects.exists()
    assert not PublicationLog.objects.exists()
    assert SiteState.objects.get().publication_revision == 0
    assert PublicationItem.objects.get().state == "processing"
    # Then the second one's term ends and its next run publishes.
    set_lease(expires_at=NOW_MS)
    result = publish_puzzle(1)
    assert (result.outcome, result.fence, result.revision) == (Outcome.PUBLISHED, 3, 1)


def test_counts_that_do_not_fit_roll_everything_back(monkeypatch):
    make_puzzle(1)
    strike(
        monkeypatch,
        statements.STATEMENTS,
        "SET state = %(new_state)s, last_error = '', reason = %(reason)s, updated_at = %(now)s\n"
        "WHERE puzzle_id = %(puzzle)s\n  AND state",
        "SET state = %(new_state)s, last_error = '', reason = %(reason)s, updated_at = %(now)s\n"
        "WHERE puzzle_id = -1\n  AND state",
    )
    result = publish_puzzle(1)
    assert result.outcome is Outcome.FAILED
    assert "(1, 0, 1, 1, 0)" in result.message
    assert not AnswerPost.objects.exists()
    assert SiteState.objects.get().publication_revision == 0
    item = PublicationItem.objects.get()
    assert item.state == "processing"
    assert "(1, 0, 1, 1, 0)" in item.last_error


def test_lease_that_the_own_clock_no_longer_trusts_is_not_used(monkeypatch):
    make_puzzle(1)
    monkeypatch.setattr(leases.Lease, "seconds_left", lambda self: -0.1)
    assert publish_puzzle(1).outcome is Outcome.LEASE_LOST
    assert not AnswerPost.objects.exists()


def test_slow_rendering_renews_the_lease(monkeypatch, settings):
    make_puzzle(1)
    left = settings.LEASE.total_seconds() / 2 - 1
    monkeypatch.setattr(leases.Lease, "seconds_left", lambda self: left)
    later = NOW + timedelta(seconds=20)
    with freeze_time(NOW) as clock_hand:
        from answers.publishing import act

        compute = act.compute_page

        def slowly(*arguments):
            clock_hand.move_to(later)
            return compute(*arguments)

        monkeypatch.setattr(act, "compute_page", slowly)
        monkeypatch.setattr("answers.publishing.claim.let_go", lambda *_: None)
        assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert JobLease.objects.get().expires_at == clock.milliseconds(later + settings.LEASE)
