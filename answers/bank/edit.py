"""Every change of one puzzle by hand. The admin calls these; so may a script.

Number and day belong together for good. Once the day has begun its price is the truth of the
game that is played: price and product stay, text and photo may still be corrected. What is
changed gets the next version, which is how publishing sees that a page is out of date.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from answers.bank.fields import PRODUCT
from answers.bank.locks import bank_transaction, lock_puzzles
from answers.bank.refusals import Refused, Stale, check_product, number_and_day
from answers.bank.seen import puzzle_fingerprint
from answers.bank.withdrawn import withdrawn_numbers
from answers.models import ImageState, PublicationItem, Puzzle
from answers.photos import refresh_share_card
from answers.photos.attach import PHOTO_FIELDS
from costcodle import clock

# What travels with a product to another day. Its share picture is drawn anew there.
MOVING = (*PRODUCT, *PHOTO_FIELDS)
NOTHING_SEEN: Mapping[int, str] = {}


def create_puzzle(values: Mapping[str, Any], now: datetime) -> Puzzle:
    """Adds a puzzle from its product fields and its number, its day, or both. Raises Refused.

    The number follows from the day and the day from the number, by the puzzles in the bank. Days
    that have begun are allowed: that is how a missing puzzle of today is mended.
    """
    given = dict(values)
    number, day = given.pop("number", None), given.pop("day", None)
    product = check_product({"name": "", "price_cents": 0} | given)
    with bank_transaction(now, adds=True):
        number, day = number_and_day(number, day)
        if Puzzle.objects.filter(number=number).exists():
            raise Refused(f"Puzzle {number} of {day} is there already: change it, or choose a day.")
        return Puzzle.objects.create(number=number, day=day, **product)


def change_puzzle(
    number: int,
    changes: Mapping[str, Any],
    expected_version: int,
    now: datetime,
    *,
    seen: str = "",
) -> Puzzle:
    """Writes `changes` of product fields into a puzzle. Raises Refused or Stale.

    Values that the puzzle has already change nothing, and no version. `seen` is the fingerprint
    of the puzzle that somebody looked at: it tells one that was deleted and made anew.
    """
    day = changes.get("day")
    product = check_product({name: changes[name] for name in changes if name != "day"})
    with bank_transaction(now) as instant:
        puzzle = _named(number, lock_puzzles([number]))
        _check_fresh(puzzle, expected_version)
        _check_seen(puzzle, seen)
        changed = [name for name, value in product.items() if getattr(puzzle, name) != value]
        if day not in (None, puzzle.day):
            raise Refused(f"Puzzle {number} keeps its day: move its product to another day.")
        if "price_cents" in changed and clock.has_begun(puzzle.day, instant()):
            raise Refused(
                f"Puzzle {number} has begun: its price stays as it is played. Say what is wrong"
                " in the description, or withdraw the answer page."
            )
        if changed:
            for name in changed:
                setattr(puzzle, name, product[name])
            _save(puzzle, changed, now)
    return puzzle


def swap_products(
    first: int, second: int, now: datetime, *, seen: Mapping[int, str] = NOTHING_SEEN
) -> None:
    """Gives each of two coming puzzles the other's product and photo. Raises Refused or Stale.

    `seen` has the fingerprints, by number, of what whoever chose the two had looked at.
    """
    if first == second:
        raise Refused("Choose two different puzzles to swap.")
    with bank_transaction(now) as instant:
        puzzles = lock_puzzles([first, second])
        one, other = (_movable(number, puzzles, instant(), seen) for number in (first, second))
        for number in sorted(withdrawn_numbers() & puzzles.keys()):
            # Swapped, what was recalled would be published, and what replaces it would not.
            raise Refused(f"Puzzle {number} is withdrawn: restore it first.")
        for name in MOVING:
            of_one, of_other = getattr(one, name), getattr(other, name)
            setattr(one, name, of_other)
            setattr(other, name, of_one)
        _save(one, MOVING, now)
        _save(other, MOVING, now)


def move_product(
    number: int, to_number: int, now: datetime, *, seen: Mapping[int, str] = NOTHING_SEEN
) -> Puzzle:
    """Moves a coming product to a coming day without a puzzle, and returns the puzzle there.

    The day that it leaves has none then. Raises Refused, or Stale as `swap_products` does.
    """
    with bank_transaction(now, adds=True) as instant:
        puzzles = lock_puzzles([number, to_number])
        puzzle = _movable(number, puzzles, instant(), seen)
        if to_number in puzzles:
            raise Refused(f"Puzzle {to_number} has a product already: swap the two instead.")
        _, to_day = number_and_day(to_number, None)
        if clock.has_begun(to_day, instant()):
            raise Refused(f"{to_day} has begun: choose a later day.")
        product = {name: getattr(puzzle, name) for name in MOVING}
        _delete(puzzle)
        moved = Puzzle.objects.create(
            number=to_number, day=to_day, version=puzzle.version + 1, **product
        )
        _refresh_share_card(moved, now)
    return moved


def delete_puzzle(number: int, now: datetime, *, seen: str = "") -> None:
    """Takes a coming puzzle out of the bank. Raises Refused for one that has begun, or Stale."""
    with bank_transaction(now) as instant:
        puzzle = _named(number, lock_puzzles([number]))
        _check_seen(puzzle, seen)
        if clock.has_begun(puzzle.day, instant()):
            raise Refused(
                f"Puzzle {number} has begun: it can't be deleted. To take its answer page down,"
                " withdraw it."
            )
        _delete(puzzle)


def _named(number: int, puzzles: Mapping[int, Puzzle]) -> Puzzle:
    if number not in puzzles:
        raise Refused(f"There is no puzzle {number} in the bank.")
    return puzzles[number]


def _check_fresh(puzzle: Puzzle, expected_version: int) -> None:
    """Raises Stale for another version. Call it with the row locked: else it may change yet."""
    if puzzle.version != expected_version:
        raise Stale(
            f"Someone changed puzzle {puzzle.number} while you were editing it: you saw version"
            f" {expected_version}, it is version {puzzle.version} now. Open it again and repeat"
            " what is still missing."
        )


def _check_seen(puzzle: Puzzle, seen: str) -> None:
    """Raises Stale for another puzzle than the one `seen` is of, if it says anything."""
    if seen and puzzle_fingerprint(puzzle) != seen:
        raise Stale(f"Puzzle {puzzle.number} is another one by now: open it again.")


def _movable(
    number: int, puzzles: Mapping[int, Puzzle], now: datetime, seen: Mapping[int, str]
) -> Puzzle:
    puzzle = _named(number, puzzles)
    _check_seen(puzzle, seen.get(number, ""))
    if clock.has_begun(puzzle.day, now):
        raise Refused(f"Puzzle {number} has begun: its product stays on its day.")
    if puzzle.image_state == ImageState.PROCESSING:
        # The photo is written to the row of its number when it is done.
        raise Refused(f"The photo of puzzle {number} is being processed: try again after it.")
    return puzzle


def _save(puzzle: Puzzle, changed: Iterable[str], now: datetime) -> None:
    puzzle.version += 1
    if "name" in changed:
        puzzle.card_key = ""  # the share picture shows the name
    puzzle.save(update_fields=[*changed, "card_key", "version"])
    _refresh_share_card(puzzle, now)


def _refresh_share_card(puzzle: Puzzle, now: datetime) -> None:
    """After the commit: a picture takes long. If it fails, the change stands without it."""
    transaction.on_commit(partial(refresh_share_card, puzzle.number, now), robust=True)


def _delete(puzzle: Puzzle) -> None:
    try:
        puzzle.delete()
        # A ledger item that a publisher committed after Django's look for one: ask while the row
        # is gone for everybody else too, not at COMMIT, whose error nobody here would catch.
        connection.check_constraints([PublicationItem._meta.db_table])
    except (ProtectedError, IntegrityError):
        raise Refused(
            f"Puzzle {puzzle.number} stands in the publication ledger, so it stays in the bank:"
            " swap it with another one, or change it."
        ) from None
