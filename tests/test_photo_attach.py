"""The way of a photo through its states, on a real database and a real folder."""

import pytest
from django.core.files.storage import default_storage

from answers.models import Puzzle
from answers.photos import attach, attach_photo, files_exist, refresh_share_card, refusals
from answers.photos.names import card_path
from tests.make import NOW, make_puzzle
from tests.pictures import make_picture

pytestmark = pytest.mark.django_db


def row(number: int = 40) -> Puzzle:
    return Puzzle.objects.get(number=number)


def test_a_photo_becomes_ready_with_its_files_and_share_card() -> None:
    make_puzzle(40)
    returned = attach_photo(40, make_picture(), NOW)
    puzzle = row()
    assert returned.image_state == puzzle.image_state == "ready"
    assert (puzzle.image_width, puzzle.image_height, puzzle.version) == (600, 450, 2)
    assert files_exist(puzzle.image_key, puzzle.image_width)
    assert puzzle.card_key == returned.card_key != ""
    assert default_storage.exists(card_path(puzzle.card_key))


def test_it_is_processing_while_it_is_processed(monkeypatch: pytest.MonkeyPatch) -> None:
    make_puzzle(40, image_state="failed", image_error="An old reason.")
    seen = []
    monkeypatch.setattr(attach, "process", lambda content: seen.append(row()) or refuse())
    attach_photo(40, b"", NOW)
    assert (seen[0].image_state, seen[0].image_error, seen[0].version) == ("processing", "", 1)


def refuse() -> None:
    raise refusals.RefusedPhoto(refusals.EMPTY)


def test_a_refused_upload_is_failed_with_the_reason() -> None:
    make_puzzle(40)
    returned = attach_photo(40, b"not a picture", NOW)
    puzzle = row()
    assert returned.image_state == puzzle.image_state == "failed"
    assert puzzle.image_error == returned.image_error == refusals.NOT_A_PICTURE
    assert (puzzle.image_key, puzzle.version) == ("", 1)  # nothing that a page shows has changed


def test_a_failed_one_can_be_attached_again() -> None:
    make_puzzle(40)
    attach_photo(40, b"not a picture", NOW)
    attach_photo(40, make_picture(), NOW)
    assert (row().image_state, row().image_error, row().version) == ("ready", "", 2)


def test_another_photo_takes_the_place_and_the_old_files_stay() -> None:
    make_puzzle(40)
    old = attach_photo(40, make_picture(1), NOW)
    new = attach_photo(40, make_picture(2), NOW)
    assert new.image_key != old.image_key
    assert new.card_key != old.card_key
    assert (new.version, row().version) == (3, 3)
    assert files_exist(old.image_key, old.image_width)  # a published page may name them


def test_the_same_photo_again_is_no_change_of_a_page() -> None:
    make_puzzle(40)
    old = attach_photo(40, make_picture(), NOW)
    new = attach_photo(40, make_picture(), NOW)
    assert (new.image_key, new.card_key, row().version) == (old.image_key, old.card_key, 2)


def test_a_ready_photo_stays_through_a_refused_upload() -> None:
    make_puzzle(40)
    old = attach_photo(40, make_picture(), NOW)
    returned = attach_photo(40, b"not a picture", NOW)
    assert (returned.image_state, returned.image_error) == ("failed", refusals.NOT_A_PICTURE)
    puzzle = row()
    assert (puzzle.image_state, puzzle.image_error, puzzle.version) == ("ready", "", 2)
    assert (puzzle.image_key, puzzle.card_key) == (old.image_key, old.card_key)


def test_a_full_disk_is_failed_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    make_puzzle(40)

    def full(path: str, content: bytes) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(attach, "store", full)
    returned = attach_photo(40, make_picture(), NOW)
    assert returned.image_error == row().image_error == attach.NOT_WRITTEN
    assert row().image_state == "failed"


def test_an_unknown_puzzle() -> None:
    with pytest.raises(Puzzle.DoesNotExist):
        attach_photo(41, make_picture(), NOW)


@pytest.mark.parametrize("ready_before", [False, True])
@pytest.mark.parametrize(
    "other", [{"name": "What was moved here"}, {"size": "9 lb"}, {"price_cents": 1}]
)
def test_a_photo_is_not_written_to_another_product(
    monkeypatch: pytest.MonkeyPatch, other: dict, ready_before: bool
) -> None:
    """Someone moves the product to another day while its photo is processed."""
    make_puzzle(40)
    old = attach_photo(40, make_picture(1), NOW) if ready_before else row()

    def move_meanwhile(content: bytes) -> attach.Photo:
        Puzzle.objects.filter(number=40).update(**other)
        return original(content)

    original = attach.process
    monkeypatch.setattr(attach, "process", move_meanwhile)
    returned = attach_photo(40, make_picture(2), NOW)
    assert (returned.image_state, returned.image_error) == ("failed", attach.PRODUCT_CHANGED)
    assert row().image_state == ("ready" if ready_before else "failed")
    assert (row().image_key, row().version) == (old.image_key, old.version)


def test_a_correction_of_the_text_meanwhile_is_another_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_puzzle(40)
    process = attach.process

    def correct_meanwhile(content: bytes) -> attach.Photo:
        Puzzle.objects.filter(number=40).update(description="Mild.", version=2)
        return process(content)

    monkeypatch.setattr(attach, "process", correct_meanwhile)
    attach_photo(40, make_picture(), NOW)
    assert (row().image_state, row().description, row().version) == ("ready", "Mild.", 3)


def test_the_share_card_follows_the_name() -> None:
    make_puzzle(40)
    old = attach_photo(40, make_picture(), NOW)
    Puzzle.objects.filter(number=40).update(name="Another name", card_key="")
    new = refresh_share_card(40, NOW)
    assert new.card_key == row().card_key not in ("", old.card_key)
    assert row().version == old.version  # answer pages don't show this card


def test_a_share_card_of_an_old_name_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """1. A draws the card. 2. B renames and clears the card. 3. A writes: nothing."""
    make_puzzle(40)
    attach_photo(40, make_picture(), NOW)

    def rename_meanwhile(puzzle: Puzzle) -> str:
        Puzzle.objects.filter(number=40).update(name="Another name", card_key="")
        return "f" * 32

    monkeypatch.setattr(attach, "make_share_card", rename_meanwhile)
    assert refresh_share_card(40, NOW).card_key != "f" * 32
    assert row().card_key == ""


@pytest.mark.parametrize(("number", "made"), [(29, False), (30, False), (31, True), (32, True)])
def test_share_cards_are_made_until_the_game_is_over(number: int, made: bool) -> None:
    make_puzzle(number)
    puzzle = attach_photo(number, make_picture(), NOW)
    assert puzzle.image_state == "ready"
    assert bool(puzzle.card_key) is made


def test_no_share_card_without_a_ready_photo() -> None:
    make_puzzle(40)
    assert refresh_share_card(40, NOW).card_key == ""


def test_a_share_card_that_cant_be_written_leaves_the_photo_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_puzzle(40)

    def full(puzzle: Puzzle) -> str:
        raise OSError("No space left on device")

    monkeypatch.setattr(attach, "make_share_card", full)
    assert attach_photo(40, make_picture(), NOW).image_state == "ready"
    assert (row().image_state, row().card_key) == ("ready", "")
