"""A lease's life, statement by statement, at the exact millisecond; for rivals see lease races."""

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection

from answers.publishing import claim
from costcodle import clock
from leases import lease as module
from leases.lease import is_held, new_owner_id, release_lease, renew_lease
from leases.models import JobLease
from tests.lease_takers import take_lease
from tests.make import NOW, ROOT
from tests.striking import strike

KEY = "publication:7"
MINUTE = timedelta(minutes=1)
MILLISECOND = timedelta(milliseconds=1)
EXPIRY = NOW + MINUTE

pytestmark = pytest.mark.django_db


def take(owner_id="mine", now=NOW, key=KEY):
    return take_lease(connection, key, owner_id, now, MINUTE)


def row(key=KEY):
    return JobLease.objects.filter(key=key).values_list("owner_id", "fence", "expires_at").get()


def test_first_taking_makes_the_row_with_fence_1():
    lease = take()
    assert (lease.key, lease.owner_id, lease.fence) == (KEY, "mine", 1)
    assert row() == ("mine", 1, clock.milliseconds(EXPIRY))
    assert JobLease.objects.get().updated_at == clock.milliseconds(NOW)


@pytest.mark.parametrize(
    ("now", "free"),
    [(NOW, False), (EXPIRY - MILLISECOND, False), (EXPIRY, True), (EXPIRY + MILLISECOND, True)],
)
def test_changes_hands_from_its_expiry_on_and_not_before(now, free):
    take()
    rival = take("rival", now)
    assert (rival is not None) is free
    if free:
        assert rival.fence == 2
        assert row() == ("rival", 2, clock.milliseconds(now + MINUTE))
    else:
        assert row() == ("mine", 1, clock.milliseconds(EXPIRY))


def test_part_of_a_millisecond_does_not_count():
    take()
    assert take("rival", EXPIRY - timedelta(microseconds=1)) is None
    assert take("rival", EXPIRY + timedelta(microseconds=1)) is not None


def test_holder_can_not_take_its_own_lease_again():
    take()
    assert take("mine") is None
    assert row()[1] == 1


def test_each_taking_raises_the_fence_by_one():
    instants = [NOW + n * MINUTE for n in range(4)]
    assert [take("mine", now).fence for now in instants] == [1, 2, 3, 4]


def test_keys_are_apart():
    assert take().fence == take("rival", key="publication:8").fence == 1
    assert [row(), row("publication:8")] == [
        ("mine", 1, clock.milliseconds(EXPIRY)),
        ("rival", 1, clock.milliseconds(EXPIRY)),
    ]


@pytest.mark.parametrize(
    ("now", "held"), [(NOW, True), (EXPIRY - MILLISECOND, True), (EXPIRY, False)]
)
def test_held_until_the_millisecond_before_its_expiry(now, held):
    lease = take()
    assert is_held(connection, lease, now) is held


# How a lease may differ from the one that stands in the table.
STRANGERS = {
    "key": {"key": "publication:8"},
    "owner": {"owner_id": "rival"},
    "older fence": {"fence": 0},
    "newer fence": {"fence": 2},
}


def changed(lease, change):
    return module.replace(lease, **change)


@pytest.mark.parametrize("stranger", STRANGERS)
def test_another_key_owner_or_fence_is_not_held(stranger):
    assert not is_held(connection, changed(take(), STRANGERS[stranger]), NOW)


def test_renewing_lengthens_it_under_the_same_fence():
    lease = take()
    later = NOW + MINUTE / 2
    renewed = renew_lease(connection, lease, later, MINUTE)
    assert (renewed.key, renewed.owner_id, renewed.fence) == (KEY, "mine", 1)
    assert renewed.trusted_until >= lease.trusted_until
    assert row() == ("mine", 1, clock.milliseconds(later + MINUTE))


@pytest.mark.parametrize("stranger", STRANGERS)
def test_renewing_is_scoped_to_key_owner_and_fence(stranger):
    lease = take()
    take("other", key="publication:8")
    before = row(), row("publication:8")
    assert renew_lease(connection, changed(lease, STRANGERS[stranger]), NOW, 2 * MINUTE) is None
    assert (row(), row("publication:8")) == before


@pytest.mark.parametrize(("now", "kept"), [(EXPIRY - MILLISECOND, True), (EXPIRY, False)])
def test_expired_lease_is_not_renewed_though_nobody_took_it(now, kept):
    lease = take()
    assert (renew_lease(connection, lease, now, MINUTE) is not None) is kept
    assert row()[2] == clock.milliseconds(now + MINUTE if kept else EXPIRY)


def test_holder_who_lost_it_can_neither_renew_nor_release():
    lost = take()
    take("rival", EXPIRY)
    before = row()
    assert renew_lease(connection, lost, EXPIRY, MINUTE) is None
    assert release_lease(connection, lost, EXPIRY) is False
    assert row() == before


@pytest.mark.parametrize("stranger", STRANGERS)
def test_releasing_is_guarded_by_key_owner_and_fence(stranger):
    lease = take()
    before = row()
    assert release_lease(connection, changed(lease, STRANGERS[stranger]), NOW) is False
    assert row() == before


def test_released_in_a_millisecond_it_can_be_taken_in_the_same():
    lease = take()
    assert release_lease(connection, lease, NOW) is True
    assert not is_held(connection, lease, NOW)
    assert take("rival", NOW).fence == 2


def test_released_twice_is_released_once():
    lease = take()
    assert release_lease(connection, lease, NOW) is True
    assert release_lease(connection, lease, NOW) is False


def test_fence_goes_on_after_a_release():
    """A row that was deleted would begin at 1 again, and a writer of old would be fresh."""
    for term in range(1, 5):
        lease = take(f"owner-{term}")
        assert lease.fence == term
        release_lease(connection, lease, NOW)
    assert JobLease.objects.count() == 1
    assert row() == ("owner-4", 4, clock.milliseconds(NOW))


def test_without_its_condition_a_held_lease_changes_hands(monkeypatch):
    """The control: `expires_at <= updated_at` is what keeps rivals out."""
    take()
    strike(monkeypatch, module.STATEMENTS, "job_leases.expires_at <= excluded.updated_at")
    assert take("rival").fence == 2


@pytest.mark.django_db(transaction=True)
def test_error_while_taking_reaches_the_caller_and_nothing_is_held(monkeypatch):
    strike(monkeypatch, module.STATEMENTS, "job_leases (key", "no_such_table (key")
    with pytest.raises(DatabaseError):
        take()
    assert not JobLease.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_error_while_renewing_reaches_the_caller(monkeypatch):
    lease = take()
    strike(monkeypatch, module.STATEMENTS, "UPDATE job_leases", "UPDATE no_such_table")
    with pytest.raises(DatabaseError):
        renew_lease(connection, lease, NOW, MINUTE)
    assert row()[2] == clock.milliseconds(EXPIRY)


@pytest.fixture
def monotonic(monkeypatch):
    """The process's own clock, set by the test: `monotonic[0] = seconds`."""
    seconds = [1000.0]
    monkeypatch.setattr("leases.lease.time.monotonic", lambda: seconds[0])
    return seconds


def test_trust_ends_before_the_lease_does(monotonic):
    lease = take()
    assert lease.is_trusted()
    monotonic[0] += 47.9
    assert lease.is_trusted()
    monotonic[0] += 0.1  # 48 of 60 seconds
    assert not lease.is_trusted()
    assert is_held(connection, lease, NOW)  # the database would still let it


def test_trust_is_measured_from_before_the_statement_was_sent(monotonic, monkeypatch):
    """A database that answers late shortens the trust, it never lengthens it."""
    fetch, execute = module.sql.fetch_all, module.sql.execute

    def late(run):
        def answer(*arguments):
            monotonic[0] += 40
            return run(*arguments)

        return answer

    monkeypatch.setattr(module.sql, "fetch_all", late(fetch))
    monkeypatch.setattr(module.sql, "execute", late(execute))
    lease = take()
    assert lease.seconds_left() == pytest.approx(48 - 40)
    renewed = renew_lease(connection, lease, NOW, MINUTE)
    assert renewed.trusted_until == pytest.approx(1000 + 40 + 48)


def test_trust_says_nothing_of_a_lease_that_the_database_gave_away(monotonic):
    """Local time only ends trust early; whether a lease stands, the guard asks the database."""
    lease = take()
    take("rival", EXPIRY)  # that server's clock is ahead
    assert lease.is_trusted()
    assert not is_held(connection, lease, EXPIRY)


@pytest.mark.engine_free
def test_owner_id_is_random_and_begins_with_host_and_pid():
    first, second = new_owner_id(), new_owner_id()
    assert first != second
    assert f"-{os.getpid()}-" in first
    assert len(first) <= 100


@pytest.mark.engine_free
def test_process_keeps_its_owner_id_and_a_forked_child_gets_its_own():
    mine = claim.owner_id()
    assert claim.owner_id() == mine
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.write(write_end, json.dumps([claim.owner_id(), claim.owner_id()]).encode())
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        first, second = json.load(pipe)
    os.waitpid(child, 0)
    assert first == second != mine


@pytest.mark.engine_free
def test_two_runs_of_a_process_have_two_owner_ids():
    script = "from leases.lease import new_owner_id; print(new_owner_id().rpartition('-')[2])"
    command = [sys.executable, "-c", script]
    runs = [subprocess.check_output(command, cwd=ROOT, text=True) for _ in range(2)]
    assert len(runs[0].strip()) == 16
    assert runs[0] != runs[1]
