"""What to say of a puzzle that was not claimed, and what a dry run foresees. Reads only."""

from typing import Any

from django.db import connections

from answers.publishing import photo
from answers.publishing.outcomes import Outcome, Result
from answers.publishing.page import Snapshot, compute_page
from answers.publishing.read import read_snapshot
from answers.publishing.statements import ALIAS
from costcodle import clock


def unknown_puzzle(connection: Any, number: int) -> Result:
    return Result(number, Outcome.FAILED, message=f"there is no puzzle {number}")


def why_not_claimed(connection: Any, number: int) -> Result:
    """The outcome of a puzzle whose claim found nothing to be done."""
    read = _read_over(connection, number)
    return Result(number, Outcome.UNCHANGED) if isinstance(read, Snapshot) else read


def why_not_restored(connection: Any, number: int) -> Result:
    """The outcome of a puzzle that is not withdrawn."""
    if read_snapshot(connection, number) is None:
        return unknown_puzzle(connection, number)
    return Result(number, Outcome.UNCHANGED)


def foresee(number: int) -> Result:
    """What `publish_puzzle` would do now; takes no lease, makes no picture."""
    try:
        return _foresee(connections[ALIAS], number)
    except Exception as error:  # as in a real run, one bad puzzle must not stop the others
        message = " ".join(f"{error or type(error).__name__}".split())
        return Result(number, Outcome.FAILED, message=message)


def _foresee(connection: Any, number: int) -> Result:
    read = _read_over(connection, number)
    if not isinstance(read, Snapshot):
        return read
    if read.item_state == "withdrawn":
        return Result(number, Outcome.UNCHANGED)
    post = read.post
    if post is None:
        return Result(number, Outcome.PUBLISHED, content_version=1)
    lacks_photo = read.photo_ready and not post.page.has_photo
    is_behind = post.bank_version != read.bank_version or lacks_photo
    if read.item_state == "published" and not is_behind:
        return Result(number, Outcome.UNCHANGED)
    page = compute_page(read, photo.is_usable(read))
    # An empty card is one that the real run would make.
    if page == post.page and (page.card_key or not page.has_photo):
        return Result(number, Outcome.UNCHANGED)
    return Result(number, Outcome.UPDATED, content_version=post.content_version + 1)


def _read_over(connection: Any, number: int) -> Snapshot | Result:
    """What stands of a puzzle that is over, else why it fails."""
    snapshot = read_snapshot(connection, number)
    if snapshot is None:
        return unknown_puzzle(connection, number)
    day = snapshot.product.day
    if clock.is_over(day, clock.utc_now()):
        return snapshot
    ends = clock.publishable_at(day)
    message = (
        f"its game ends on {ends.day} {ends:%B %Y} at {ends:%H:%M} UTC;"
        " its answer page can come out then"
    )
    return Result(number, Outcome.FAILED, message=message)
