from datetime import UTC, date, datetime, timedelta

import pytest

from answers.bank import edit
from answers.models import PublicationItem, Puzzle
from tests.make import NOW, day_of, make_photo_ready, make_puzzle

pytestmark = pytest.mark.django_db

BEGUN, LIVE, COMING = 30, 31, 32  # at NOW
LAST_INSTANT = datetime(2026, 1, 31, 23, 59, 59, 999999, tzinfo=UTC)
MIDNIGHT = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """The numbers whose share picture would be drawn, instead of drawing it."""
    numbers = []
    monkeypatch.setattr(edit, "refresh_share_card", lambda number, now: numbers.append(number))
    return numbers


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Locks are granted at once, so that an instant just before midnight stays before it."""
    monkeypatch.setattr("answers.bank.locks.monotonic", lambda: 0.0)


def product(number):
    return Puzzle.objects.values(*edit.MOVING).get(number=number)


def rows():
    return list(Puzzle.objects.order_by("number").values())


def refused(action, *arguments, now=NOW, match=r"."):
    """Asserts that `action` is refused and leaves every row as it is."""
    before = rows()
    with pytest.raises(edit.Refused, match=match) as refusal:
        action(*arguments, now)
    assert rows() == before
    assert str(refusal.value).endswith(".")


# Create


def test_create_by_day_finds_the_number():
    make_puzzle(1)
    values = {"day": day_of(40), "name": " Honey ", "price_cents": 999, "price_as_of": None}
    puzzle = edit.create_puzzle(values, NOW)
    assert (puzzle.number, puzzle.name, puzzle.version) == (40, "Honey", 1)


def test_create_by_number_finds_the_day():
    make_puzzle(3)
    assert edit.create_puzzle({"number": 1, "name": "a", "price_cents": 1}, NOW).day == day_of(1)


def test_first_puzzle_of_an_empty_bank_is_number_1():
    values = {"day": day_of(9), "name": "a", "price_cents": 1}
    assert edit.create_puzzle(values, NOW).number == 1


def test_missing_puzzle_of_today_can_be_created():
    make_puzzle(1)
    assert edit.create_puzzle({"day": day_of(LIVE), "name": "a", "price_cents": 1}, NOW)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"number": 1},
        {"day": day_of(1)},
        {"number": 5, "day": day_of(6)},
        {"day": day_of(0)},
        {"number": 0},
        {"number": 999_999_999},
        {"day": date(3000, 1, 1)},
        {"number": 5, "name": ""},
        {"number": 5, "name": "a\0b"},
        {"number": 5, "name": "a" * 201},
        {"number": 5, "description": "a" * 4001},
        {"number": 5, "price_cents": 0},
        {"number": 5, "price_cents": 10_000_000},
        {"number": 5, "price_as_of": date(1, 1, 1)},
    ],
)
def test_create_is_refused(values):
    make_puzzle(1)
    refused(edit.create_puzzle, {"name": "a", "price_cents": 1} | values)


def test_create_in_an_empty_bank_needs_a_day():
    refused(edit.create_puzzle, {"number": 1, "name": "a", "price_cents": 1})


@pytest.mark.parametrize("missing", ["name", "price_cents"])
def test_create_needs_name_and_price(missing):
    values = {"day": day_of(1), "name": "a", "price_cents": 1}
    del values[missing]
    refused(edit.create_puzzle, values, match=missing.removesuffix("_cents"))


# Change


@pytest.mark.parametrize("number", [BEGUN, LIVE, COMING])
def test_text_can_be_corrected_at_any_time(number):
    make_puzzle(number)
    puzzle = edit.change_puzzle(number, {"description": "Mild.", "size": "3 lb"}, 1, NOW)
    assert (puzzle.version, puzzle.description, puzzle.size) == (2, "Mild.", "3 lb")
    assert Puzzle.objects.get().version == 2


@pytest.mark.parametrize("number", [BEGUN, LIVE])
def test_price_is_frozen_once_the_day_has_begun(number):
    make_puzzle(number)
    refused(edit.change_puzzle, number, {"price_cents": 1, "name": "b"}, 1, match="has begun")


def test_price_freezes_at_midnight():
    make_puzzle(COMING)
    edit.change_puzzle(COMING, {"price_cents": 1}, 1, LAST_INSTANT)
    refused(edit.change_puzzle, COMING, {"price_cents": 2}, 2, now=MIDNIGHT)


def test_what_was_waited_for_the_locks_counts(monkeypatch):
    make_puzzle(COMING)
    ticks = iter([100.0, 102.0])
    monkeypatch.setattr("answers.bank.locks.monotonic", lambda: next(ticks))
    now = MIDNIGHT - timedelta(seconds=1)
    refused(edit.change_puzzle, COMING, {"price_cents": 1}, 1, now=now, match="has begun")


@pytest.mark.parametrize("number", [BEGUN, COMING])
def test_day_stays_with_its_number(number):
    make_puzzle(number)
    refused(edit.change_puzzle, number, {"day": day_of(50)}, 1, match="keeps its day")


def test_the_same_values_change_no_version():
    make_puzzle(BEGUN)
    same = {"name": "Product 30", "price_cents": 1199, "day": day_of(BEGUN)}
    assert edit.change_puzzle(BEGUN, same, 1, NOW).version == 1


def test_the_second_of_two_editors_is_told():
    make_puzzle(COMING)
    edit.change_puzzle(COMING, {"name": "first"}, 1, NOW)
    with pytest.raises(edit.Stale, match="version 2 now"):
        edit.change_puzzle(COMING, {"description": "second"}, 1, NOW)
    assert Puzzle.objects.get().description == ""


def test_change_of_an_unknown_puzzle_is_refused():
    refused(edit.change_puzzle, 5, {"name": "a"}, 1, match="no puzzle 5")


def test_change_is_checked():
    make_puzzle(COMING)
    refused(edit.change_puzzle, COMING, {"name": "a\0"}, 1, match="NUL")


def test_new_name_needs_a_new_share_picture(drawn, django_capture_on_commit_callbacks):
    make_puzzle(COMING, card_key="c" * 32)
    with django_capture_on_commit_callbacks(execute=True):
        edit.change_puzzle(COMING, {"description": "Mild."}, 1, NOW)
    assert Puzzle.objects.get().card_key == "c" * 32
    with django_capture_on_commit_callbacks(execute=True):
        edit.change_puzzle(COMING, {"name": "Other"}, 2, NOW)
    assert (Puzzle.objects.get().card_key, COMING in drawn) == ("", True)


# Swap


def test_swap_exchanges_products_and_photos_but_not_number_and_day():
    make_puzzle(COMING, price_cents=500, card_key="c" * 32)
    make_puzzle(40, description="Other.", version=7)
    make_photo_ready(COMING)
    first, second = product(COMING), product(40)
    edit.swap_products(COMING, 40, NOW)
    assert (product(COMING), product(40)) == (second, first)
    assert list(Puzzle.objects.values_list("number", "day", "version", "card_key")) == [
        (40, day_of(40), 8, ""),
        (COMING, day_of(COMING), 3, ""),
    ]


@pytest.mark.parametrize(("first", "second"), [(BEGUN, COMING), (COMING, LIVE), (LIVE, BEGUN)])
def test_begun_puzzle_is_never_swapped(first, second):
    for number in (BEGUN, LIVE, COMING):
        make_puzzle(number)
    refused(edit.swap_products, first, second, match="has begun")


@pytest.mark.parametrize(("first", "second"), [(COMING, COMING), (COMING, 50), (50, COMING)])
def test_swap_needs_two_puzzles(first, second):
    make_puzzle(COMING)
    refused(edit.swap_products, first, second)


def test_swap_waits_for_a_photo_that_is_being_processed():
    make_puzzle(COMING, image_state="processing")
    make_puzzle(40)
    refused(edit.swap_products, COMING, 40, match="photo")


@pytest.mark.parametrize("withdrawn", [COMING, 40])
def test_withdrawn_puzzle_is_not_swapped(withdrawn):
    """What was recalled would be published as the other number."""
    for number in (COMING, 40):
        make_puzzle(number)
    PublicationItem.objects.create(puzzle_id=withdrawn, state="withdrawn", updated_at=NOW)
    PublicationItem.objects.create(puzzle_id=make_puzzle(50).number, updated_at=NOW)
    sentence = f"Puzzle {withdrawn} is withdrawn: restore it first."
    refused(edit.swap_products, COMING, 40, match=sentence)
    PublicationItem.objects.filter(puzzle_id=withdrawn).update(state="pending")
    edit.swap_products(COMING, 40, NOW)
    edit.swap_products(COMING, 50, NOW)


# Move


def test_move_takes_the_product_to_a_free_day():
    make_puzzle(1)
    make_puzzle(COMING, description="Mild.")
    make_photo_ready(COMING)
    before = product(COMING)
    moved = edit.move_product(COMING, 50, NOW)
    assert (moved.number, moved.day, moved.version, moved.card_key) == (50, day_of(50), 3, "")
    assert product(50) == before
    assert not Puzzle.objects.filter(number=COMING).exists()


@pytest.mark.parametrize(
    ("number", "to_number", "match"),
    [
        (BEGUN, 50, "has begun"),
        (LIVE, 50, "has begun"),
        (COMING, 40, "swap"),
        (COMING, 29, "has begun"),
        (COMING, COMING, "already"),
        (COMING, 0, "later"),
        (99, 50, "no puzzle 99"),
    ],
)
def test_move_is_refused(number, to_number, match):
    for existing in (BEGUN, LIVE, COMING, 40):
        make_puzzle(existing)
    refused(edit.move_product, number, to_number, match=match)


def test_only_puzzle_of_the_bank_can_move():
    make_puzzle(COMING)
    assert edit.move_product(COMING, 40, NOW).day == day_of(40)


# Delete


def test_coming_puzzle_can_be_deleted():
    make_puzzle(COMING)
    edit.delete_puzzle(COMING, LAST_INSTANT)
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("number", [BEGUN, LIVE, COMING])
def test_begun_puzzle_can_not_be_deleted(number):
    make_puzzle(number)
    refused(edit.delete_puzzle, number, now=MIDNIGHT, match="has begun")


def test_puzzle_in_the_ledger_can_not_be_deleted_or_moved():
    make_puzzle(COMING)
    PublicationItem.objects.create(puzzle_id=COMING, state="withdrawn", updated_at=NOW)
    refused(edit.delete_puzzle, COMING, match="ledger")
    refused(edit.move_product, COMING, 40, match="ledger")


def test_unknown_puzzle_can_not_be_deleted():
    refused(edit.delete_puzzle, 5, match="no puzzle 5")
