"""Publishes, withdraws or restores the page of one puzzle, and says what became of it.

Commands and the admin call these functions; each works on the `publisher` connection, reads the
clock for itself and returns a Result whatever happens. The steps: take the lease and claim the
ledger item, read, compute, run the guarded final batch, release the lease.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.db import connections

from answers.publishing import batch, claim, faults, photo
from answers.publishing.attempts import run_until_answered
from answers.publishing.outcomes import Outcome, Result
from answers.publishing.page import Snapshot, compute_page
from answers.publishing.statements import ALIAS, page_values
from answers.publishing.unclaimed import unknown_puzzle, why_not_claimed, why_not_restored
from costcodle import clock
from leases.lease import Lease, is_held

logger = logging.getLogger("costcodle.publication")

Work = Callable[[Any, int, Lease, Snapshot], Result]


def publish_puzzle(number: int) -> Result:
    """Publishes or updates the page of puzzle `number` if that is due."""
    return _act(number, "claim", _publish, why_not_claimed)


def withdraw_puzzle(number: int, reason: str) -> Result:
    """Takes the page down (410); a page that was never published is kept from being so."""

    def work(connection: Any, number: int, lease: Lease, snapshot: Snapshot) -> Result:
        return _move(connection, number, lease, snapshot, Outcome.WITHDRAWN, reason)

    return _act(number, "claim_to_withdraw", work, unknown_puzzle)


def restore_puzzle(number: int) -> Result:
    """Puts a withdrawn page back as it was; a later publish brings it up to date."""

    def work(connection: Any, number: int, lease: Lease, snapshot: Snapshot) -> Result:
        return _move(connection, number, lease, snapshot, Outcome.RESTORED, "")

    return _act(number, "claim_to_restore", work, why_not_restored)


def _act(number: int, statement: str, work: Work, refused: Callable[[Any, int], Result]) -> Result:
    """Holds the lease around `work` and turns every error into a Result."""
    connection = connections[ALIAS]
    began = time.monotonic()
    lease = None
    try:
        in_hand = claim.take_in_hand(connection, number, statement)
        if in_hand:
            lease, snapshot = in_hand
            result = work(connection, number, lease, snapshot)
        else:
            result = refused(connection, number)
    except claim.Busy:
        result = Result(number, Outcome.BUSY)
    except Exception as error:  # one bad puzzle must never stop the others
        result = _failed(connection, number, lease, error)
    finally:  # after Ctrl-C too
        if lease:
            claim.let_go(connection, lease)
        if connection.errors_occurred:  # a dead connection would fail every puzzle to come
            connection.close_if_unusable_or_obsolete()
    _log(result, time.monotonic() - began)
    return result


def _failed(connection: Any, number: int, lease: Lease | None, error: Exception) -> Result:
    fence = lease.fence if lease else None
    if faults.is_busy(error):
        return Result(number, Outcome.BUSY, fence)
    message = " ".join(f"{error or type(error).__name__}".split())
    logger.debug("Puzzle %s failed", number, exc_info=error)
    # It may keep a plan that a migration has made stale, and fail every puzzle to come.
    connection.close()
    if lease:
        claim.note_error(connection, lease, number, message)
    return Result(number, Outcome.FAILED, fence, message=message)


def _publish(connection: Any, number: int, lease: Lease, snapshot: Snapshot) -> Result:
    page = photo.with_card(compute_page(snapshot, photo.is_usable(snapshot)))
    post = snapshot.post
    values = {
        "puzzle": number,
        "bank_version": snapshot.bank_version,
        "content_version": post.content_version if post else 0,
    }
    kept = claim.keep(connection, lease)
    if kept is None:
        return Result(number, Outcome.LEASE_LOST, lease.fence)
    if post and post.page == page:
        if batch.settle(connection, kept, values):
            return Result(number, Outcome.UNCHANGED, lease.fence)
        return _nothing_written(connection, number, kept)
    values |= page_values(connection, page) | {
        "action": "update" if post else "publish",
        "item_state": "processing",
        "new_state": "published",
        "reason": "",
        "photo_ready": snapshot.photo_ready,
    }
    done = Outcome.UPDATED if post else Outcome.PUBLISHED
    return _commit(connection, number, kept, "write_page", values, done)


def _move(
    connection: Any, number: int, lease: Lease, snapshot: Snapshot, done: Outcome, reason: str
) -> Result:
    """Withdraws or restores: the same guarded batch with other values."""
    withdrawing = done is Outcome.WITHDRAWN
    if withdrawing and snapshot.item_state == "withdrawn":
        return Result(number, Outcome.UNCHANGED, lease.fence)
    post = snapshot.post
    values = {
        "puzzle": number,
        "item_state": snapshot.item_state,
        "new_state": "withdrawn" if withdrawing else "published" if post else "pending",
        "reason": reason,
        "action": "withdraw" if withdrawing else "restore",
        "content_version": post.content_version if post else 0,
    }
    if post is None:
        if batch.move_item_without_page(connection, lease, values):
            return Result(number, done, lease.fence)
        return _nothing_written(connection, number, lease)
    first = "withdraw_page" if withdrawing else "restore_page"
    return _commit(connection, number, lease, first, values, done)


def _commit(
    connection: Any, number: int, lease: Lease, first: str, values: dict[str, Any], done: Outcome
) -> Result:
    landed = run_until_answered(connection, lease, first, values)
    if landed is None:
        return _nothing_written(connection, number, lease)
    return Result(number, done, lease.fence, landed.content_version, landed.revision)


def _nothing_written(connection: Any, number: int, lease: Lease) -> Result:
    """Looks once to name the reason for which the guard let nothing through."""
    held = is_held(connection, lease, clock.utc_now())
    return Result(number, Outcome.CONFLICT if held else Outcome.LEASE_LOST, lease.fence)


def _log(result: Result, seconds: float) -> None:
    level = logging.ERROR if result.outcome is Outcome.FAILED else logging.INFO
    fields = {"duration_ms": round(seconds * 1000, 1), **result.as_json()}
    fields["reason"] = fields.pop("message", None)
    logger.log(level, "%s", result.as_text(), extra=fields)
