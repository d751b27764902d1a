"""Races that only PostgreSQL has: snapshots, row locks, deadlocks, lost COMMITs."""

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connections, transaction
from freezegun import freeze_time

from answers.models import AnswerPost, PublicationItem, PublicationLog, SiteState
from answers.publishing import Outcome, batch, publish_puzzle, statements
from costcodle import clock, sql
from leases.models import JobLease
from tests.make import NOW, make_puzzle
from tests.proxy import CuttingProxy
from tests.striking import strike
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.only("postgresql"),
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]


def connect(**options: Any) -> psycopg.Connection[Any]:
    """A third connection, the rival's."""
    parameters = connections["default"].get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    given = {name: parameters[name] for name in names if name in parameters}
    return psycopg.connect(autocommit=True, **(given | options))


def wait_until_somebody_waits_for(holder: psycopg.Connection[Any]) -> None:
    """Until another session is blocked by a lock that `holder` has."""
    blocked = "SELECT 1 FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))"
    with connect() as watcher:
        wait_until(lambda: watcher.execute(blocked, [holder.info.backend_pid]).fetchone())


@pytest.fixture
def before_commit(monkeypatch):
    """Runs something in the publisher's transaction after its statements, before COMMIT."""

    def plan(action):
        run = sql.run_in_order

        def and_then(connection, texts, values):
            outcomes = run(connection, texts, values)
            if len(texts) == 5:
                monkeypatch.setattr(sql, "run_in_order", run)
                action()
            return outcomes

        monkeypatch.setattr(sql, "run_in_order", and_then)

    return plan


# What a rival does to a guarded row between statement 1 and COMMIT.
RIVALS = {
    "lease": "UPDATE job_leases SET owner_id = 'rival', fence = fence + 1",
    "ledger item": "UPDATE publication_items SET fence = fence + 1",
    "bank": "UPDATE puzzles SET version = version + 1, name = 'Edited'",
    "photo": "UPDATE puzzles SET image_state = 'failed'",
}


@pytest.mark.parametrize("row", RIVALS)
def test_rival_has_to_wait_for_the_commit(row, before_commit):
    make_puzzle(1)
    seen = []

    def rival():
        with connect(options="-c lock_timeout=200") as other:
            try:
                other.execute(RIVALS[row])
            except psycopg.errors.LockNotAvailable:
                seen.append("waited")

    before_commit(rival)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert seen == ["waited"]


@pytest.mark.parametrize("row", ["lease", "bank", "photo"])
def test_control_without_row_locks_the_rival_commits_first_and_the_stale_page_lands(
    row, before_commit, monkeypatch
):
    make_puzzle(1)
    lock = {"lease": "FOR NO KEY UPDATE"}.get(row, "FOR SHARE")
    strike(monkeypatch, statements.STATEMENTS, lock, "")

    def rival():
        with connect(options="-c lock_timeout=200") as other:
            assert other.execute(RIVALS[row]).rowcount == 1

    before_commit(rival)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED


def test_player_result_is_not_blocked_by_the_guard(before_commit):
    # The foreign-key check of a result takes FOR KEY SHARE on the puzzle, which FOR SHARE admits.
    make_puzzle(1)
    rows = []

    def result():
        with connect(options="-c lock_timeout=500") as other:
            done = other.execute(
                "INSERT INTO daily_results"
                " (puzzle_id, session_id, slot, outcome, guesses_used, created_at)"
                " VALUES (1, 's', 1, 'won', 1, now())"
            )
            rows.append(done.rowcount)

    before_commit(result)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    assert rows == [1]


@pytest.mark.usefixtures("noon")
def test_lease_that_expires_while_a_statement_waits_is_harmless(monkeypatch):
    """The fence is locked and nobody has taken the lease, so the page is published."""
    make_puzzle(1)
    holder = connect()
    run = batch.run_final_batch
    expiry = clock.milliseconds(NOW + timedelta(seconds=1))

    def slowly(connection, lease, *rest):
        holder.execute("BEGIN")
        holder.execute("SELECT 1 FROM puzzles WHERE number = 1 FOR UPDATE")
        with connect() as other:
            other.execute("UPDATE job_leases SET expires_at = %s", [expiry])
        other_thread.start()
        return run(connection, lease, *rest)

    def let_go_after_the_expiry():
        wait_until_somebody_waits_for(holder)
        hand.tick(2)
        holder.execute("COMMIT")

    other_thread = threading.Thread(target=let_go_after_the_expiry)
    monkeypatch.setattr(batch, "run_final_batch", slowly)
    with freeze_time(NOW) as hand:
        assert publish_puzzle(1).outcome is Outcome.PUBLISHED
        other_thread.join()
    # Over by then: releasing it would have changed the row.
    assert JobLease.objects.get().expires_at == expiry
    holder.close()


def test_deadlock_is_tried_again(monkeypatch):
    """A stranger who locks in the other order: site first, then the puzzle."""
    make_puzzle(1)
    tokens = []
    run = batch.run_final_batch
    stranger = connect(options="-c deadlock_timeout=30s")

    def lock_the_puzzle_once_a_publisher_waits():
        wait_until_somebody_waits_for(stranger)
        stranger.execute("SELECT 1 FROM puzzles FOR UPDATE")
        stranger.execute("ROLLBACK")

    def beside_a_stranger(connection, lease, first, values, attempt):
        tokens.append(attempt.token)
        if len(tokens) == 1:
            stranger.execute("BEGIN")
            stranger.execute("SELECT 1 FROM site_state FOR UPDATE")
            other_thread.start()
        return run(connection, lease, first, values, attempt)

    other_thread = threading.Thread(target=lock_the_puzzle_once_a_publisher_waits)
    monkeypatch.setattr(batch, "run_final_batch", beside_a_stranger)
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED
    other_thread.join()
    assert len(tokens) == len(set(tokens)) >= 2
    assert SiteState.objects.get().publication_revision == 1
    stranger.close()


def test_lock_that_never_ends_makes_it_busy(monkeypatch):
    make_puzzle(1)
    with connect() as holder, holder.transaction():
        holder.execute("SELECT 1 FROM site_state FOR UPDATE")
        with connections["publisher"].cursor() as cursor:
            cursor.execute("SET lock_timeout = 50")
        assert publish_puzzle(1).outcome is Outcome.BUSY
    assert not AnswerPost.objects.exists()
    connections["publisher"].close()
    assert publish_puzzle(1).outcome is Outcome.PUBLISHED


def test_limits_are_set_on_every_connection_and_shorter_than_the_lease(settings):
    connection = connections["publisher"]
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    for _ in range(2):  # a reconnection has them too
        with connection.cursor() as cursor:
            for name in names:
                cursor.execute("SELECT setting::int FROM pg_settings WHERE name = %s", [name])
                assert 0 < cursor.fetchone()[0] < settings.LEASE.total_seconds() * 1000
        connection.close()


@pytest.mark.parametrize("alias", ["default", "publisher"])
def test_transactions_are_read_committed_whatever_the_server_prefers(alias):
    name, connection = connections["default"].settings_dict["NAME"], connections[alias]
    with connect() as other:
        other.execute(f'ALTER DATABASE "{name}" SET default_transaction_isolation = serializable')
    try:
        connection.close()
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            assert cursor.fetchone() == ("read committed",)
    finally:
        with connect() as other:
            other.execute(f'ALTER DATABASE "{name}" RESET default_transaction_isolation')


@pytest.fixture
def through_proxy():
    """Sends the publisher's connections through a proxy that cuts one COMMIT."""
    publisher = connections["publisher"]
    publisher.close()
    before = dict(publisher.settings_dict)
    host = connections["default"].get_connection_params()["host"]

    def start(cut: str, commit_to_cut: int) -> CuttingProxy:
        socket_path = next(Path(host).glob(".s.PGSQL.[0-9]*[0-9]"))
        proxy = CuttingProxy(str(socket_path), cut, commit_to_cut)
        options = {name: value for name, value in before["OPTIONS"].items() if name != "host"}
        options |= {"sslmode": "disable", "gssencmode": "disable"}
        publisher.settings_dict.update(HOST="127.0.0.1", PORT=proxy.port, OPTIONS=options)
        return proxy

    yield start
    publisher.close()
    publisher.settings_dict.update(before)


# The first COMMIT of a page ends the claim, the second the final batch.
FINAL = 2


@pytest.mark.parametrize("cut", ["before", "after"])
def test_connection_lost_around_the_final_commit(cut, through_proxy):
    make_puzzle(1)
    with through_proxy(cut, FINAL) as proxy:
        result = publish_puzzle(1)
        assert proxy.cuts == 1
    assert (result.outcome, result.revision) == (Outcome.PUBLISHED, 1)
    assert AnswerPost.objects.get().content_version == 1
    assert list(PublicationLog.objects.values_list("revision", flat=True)) == [1]
    assert SiteState.objects.get().publication_revision == 1
    assert PublicationItem.objects.get().state == "published"


def test_control_without_the_look_up_a_landed_page_is_called_a_conflict(through_proxy, monkeypatch):
    make_puzzle(1)
    monkeypatch.setattr("answers.publishing.attempts.look_up", lambda *_: None)
    with through_proxy("after", FINAL):
        assert publish_puzzle(1).outcome is Outcome.CONFLICT
    assert AnswerPost.objects.exists()


def test_last_attempt_is_looked_up_too(through_proxy, monkeypatch):
    make_puzzle(1)
    monkeypatch.setattr("answers.publishing.attempts.ATTEMPTS", 1)
    with through_proxy("after", FINAL):
        assert publish_puzzle(1).outcome is Outcome.PUBLISHED


def test_outcome_that_stays_unknown_is_said_and_the_item_stays_due(through_proxy, monkeypatch):
    make_puzzle(1)
    monkeypatch.setattr("answers.publishing.landed.PAUSES", (0.01,))
    proxy = through_proxy("before", FINAL)
    cut = proxy._cut

    def cut_and_stop_listening(*arguments):
        proxy.stop_listening()
        cut(*arguments)

    monkeypatch.setattr(proxy, "_cut", cut_and_stop_listening)
    result = publish_puzzle(1)
    assert result.outcome is Outcome.FAILED
    assert "outcome unknown" in result.message
    assert PublicationItem.objects.get().state == "processing"


def test_lost_claim_is_not_held(through_proxy):
    make_puzzle(1)
    with through_proxy("after", 1):
        assert publish_puzzle(1).outcome is Outcome.FAILED
        assert not AnswerPost.objects.exists()
        # Its lease stands until it expires; nobody works under it.
        assert publish_puzzle(1).outcome is Outcome.BUSY
        JobLease.objects.update(expires_at=0)
        assert publish_puzzle(1).outcome is Outcome.PUBLISHED


def test_guard_locks_in_the_agreed_order():
    text = statements.STATEMENTS["write_page", "postgresql"]
    places = [
        text.index(f"FROM {table}") for table in ("job_leases", "publication_items", "puzzles")
    ]
    assert places == sorted(places)
