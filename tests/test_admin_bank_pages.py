"""The pages beside a puzzle's form: calendar, move, photo, previews."""

import re
from datetime import date

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from answers.admin.calendar import weeks
from answers.admin.reschedule import targets
from answers.bank.days import Calendar
from answers.bank.seen import puzzle_fingerprint
from answers.models import AnswerPost, Puzzle
from answers.photos import attach
from answers.photos.refusals import RefusedPhoto
from tests.make import make_post, make_puzzle
from tests.pictures import make_picture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("noon")]


def url(page: str, number: int) -> str:
    return reverse(f"admin:answers_puzzle_{page}", args=[number])


def test_weeks_begin_on_monday_and_tell_gaps_and_their_numbers():
    today = date(2026, 1, 31)  # a Saturday, puzzle 31
    numbers = Calendar(31, today)
    first, second, *_ = weeks([make_puzzle(31), make_puzzle(33)], numbers, today)
    assert [cell.day.day for cell in first] == [26, 27, 28, 29, 30, 31, 1]
    assert [cell.number for cell in second] == [33, 34, 35, 36, 37, 38, 39]
    assert [cell.is_gap for cell in first] == [False] * 5 + [False, True]
    assert [cell.is_gap for cell in second] == [False] + [True] * 6


def test_an_empty_bank_has_gaps_without_numbers():
    week, *_ = weeks([], None, date(2026, 2, 2))
    assert {(cell.is_gap, cell.number) for cell in week} == {(True, None)}


def test_calendar_shows_gaps_and_leads_to_the_form_with_number_and_day(editor: Client):
    make_puzzle(31)
    page = editor.get(reverse("admin:answers_puzzle_calendar")).text
    assert page.count('<td class="gap') == 50  # eight weeks but Monday to Saturday of this one
    link = reverse("admin:answers_puzzle_add") + "?number=32&amp;day=2026-02-01"
    assert link in page
    form = editor.get(link.replace("&amp;", "&")).context["adminform"].form
    assert (str(form["number"].value()), str(form["day"].value())) == ("32", "2026-02-01")


def test_a_bank_that_ran_out_long_ago_still_knows_the_numbers_of_its_gaps(editor: Client):
    make_puzzle(3)
    page = editor.get(reverse("admin:answers_puzzle_calendar")).text
    assert reverse("admin:answers_puzzle_add") + "?number=32&amp;day=2026-02-01" in page


def seen(number: int) -> str:
    return puzzle_fingerprint(Puzzle.objects.get(number=number))


def move(client: Client, number: int, to: str, look: str = ""):
    data = {"to": to, "seen": look or seen(number)}
    return client.post(url("reschedule", number), data)


def names() -> dict[int, str]:
    return dict(Puzzle.objects.order_by("number").values_list("number", "name"))


def test_a_product_moves_to_a_free_day(editor: Client):
    make_puzzle(40)
    assert "#43: free" in editor.get(url("reschedule", 40)).text
    assert move(editor, 40, "43:").status_code == 302
    assert names() == {43: "Product 40"}
    assert LogEntry.objects.get().change_message == "Product 40 moved to #43."


def test_no_day_is_chosen_beforehand(editor: Client):
    make_puzzle(40)
    form = editor.get(url("reschedule", 40)).context["form"]
    assert next(iter(form.fields["to"].choices)) == ("", "Choose a day")
    assert form["to"].value() is None


def test_two_products_swap(editor: Client):
    make_puzzle(40)
    make_puzzle(41)
    assert "#41: swap with Product 41" in editor.get(url("reschedule", 40)).text
    move(editor, 40, f"41:{seen(41)}")
    assert names() == {40: "Product 41", 41: "Product 40"}


def test_a_puzzle_that_someone_changed_meanwhile_does_not_move(editor: Client):
    make_puzzle(40)
    look = seen(40)
    Puzzle.objects.update(version=2)
    assert "Puzzle 40 is another one by now" in move(editor, 40, "43:", look).text
    assert names() == {40: "Product 40"}


def make_anew(number: int) -> None:
    """Another product of version 1 under a number that somebody looked at."""
    Puzzle.objects.get(number=number).delete()
    make_puzzle(number, name="Another")


def test_a_puzzle_that_was_made_anew_meanwhile_does_not_move(editor: Client):
    make_puzzle(40)
    look = seen(40)
    make_anew(40)
    assert "Puzzle 40 is another one by now" in move(editor, 40, "43:", look).text
    assert names() == {40: "Another"}


def test_a_puzzle_that_changes_between_look_and_lock_does_not_move(editor: Client, monkeypatch):
    make_puzzle(40)

    def meanwhile(puzzle, now):
        Puzzle.objects.update(name="Theirs", version=2)
        return targets(puzzle, now)

    monkeypatch.setattr("answers.admin.reschedule.targets", meanwhile)
    assert "Puzzle 40 is another one by now" in move(editor, 40, "43:").text
    assert names() == {40: "Theirs"}


def test_nobody_swaps_with_another_product_than_was_shown(editor: Client):
    make_puzzle(40)
    make_puzzle(41)
    there = f"41:{seen(41)}"
    make_anew(41)
    assert "has changed: choose again" in move(editor, 40, there).text
    assert names() == {40: "Product 40", 41: "Another"}


@pytest.mark.parametrize("to", ["31:", "30:", "0:", "40:", "9999:", "x", "41", ""])
def test_no_product_moves_to_a_begun_or_absurd_day(editor: Client, to: str):
    make_puzzle(40)
    assert move(editor, 40, to).status_code == 200
    assert names() == {40: "Product 40"}


def test_a_begun_product_stays(editor: Client):
    make_puzzle(31)
    assert "has begun" in editor.get(url("reschedule", 31)).text
    move(editor, 31, "35:")
    assert names() == {31: "Product 31"}


def upload(client: Client, number: int, content: bytes, **data: str):
    photo = SimpleUploadedFile("photo.jpg", content, "image/jpeg")
    return client.post(url("photo", number), {"photo": photo} | data, follow=True)


def test_a_photo_does_not_land_on_the_product_that_came_meanwhile(editor: Client):
    for number in (40, 41):
        make_puzzle(number)
    look = editor.get(url("photo", 40)).context["form"]["seen"].value()
    move(editor, 40, f"41:{seen(41)}")
    page = upload(editor, 40, make_picture(), seen=look).text
    assert "Someone changed this puzzle" in page
    assert {puzzle.image_state for puzzle in Puzzle.objects.all()} == {"none"}
    assert "The photo is ready" in upload(editor, 40, make_picture(), seen=seen(40)).text


def test_an_uploaded_photo_is_ready_and_shown(editor: Client):
    make_puzzle(40)
    page = upload(editor, 40, make_picture()).text
    puzzle = Puzzle.objects.get()
    assert (puzzle.image_state, puzzle.version) == ("ready", 2)
    assert "The photo is ready." in page and puzzle.image_key in page


def test_a_file_that_is_no_picture_is_refused_with_the_reason(editor: Client):
    make_puzzle(40)
    page = upload(editor, 40, b"not a picture").text
    assert page.count("This is not a picture") == 1
    assert not Puzzle.objects.get().photo_ready


def test_a_refused_file_beside_a_photo_that_stays_is_told_once(editor: Client):
    make_puzzle(40)
    upload(editor, 40, make_picture())
    page = upload(editor, 40, b"not a picture").text
    assert page.count("This is not a picture") == 1
    assert Puzzle.objects.get().photo_ready


def test_a_product_that_was_moved_during_the_upload_is_told(editor: Client, monkeypatch):
    make_puzzle(40)

    def delete_first(content):
        Puzzle.objects.all().delete()
        raise RefusedPhoto("x")

    monkeypatch.setattr(attach, "process", delete_first)
    page = upload(editor, 40, make_picture())
    assert page.redirect_chain == [(reverse("admin:answers_puzzle_changelist"), 302)]
    assert "Puzzle 40: The product was moved or deleted meanwhile" in page.text
    assert not LogEntry.objects.exists()


def test_a_form_without_a_file_says_so(editor: Client):
    make_puzzle(40)
    assert "This field is required" in editor.post(url("photo", 40)).text


def test_previews_show_the_bank_row_and_store_nothing(editor: Client):
    make_puzzle(40, name="Tomorrow's <b>secret</b>", price_cents=2345)
    answer = editor.get(url("preview_answer", 40))
    game = editor.get(url("preview_game", 40))
    for page in (answer, game):
        assert f'href="{url("change", 40)}"' in page.text
        assert "Tomorrow&#x27;s &lt;b&gt;secret" in page.text
        assert "no-store" in page.headers["Cache-Control"]
        assert "Cache-Status" not in page.headers
    assert "$23.45" in answer.text
    assert not re.search(r"23[.,]?45", game.text)
    assert 'action="/play/"' not in game.text
    assert not AnswerPost.objects.exists()


def test_preview_of_a_corrected_page_shows_the_correction(editor: Client):
    make_post(5, name="Old name")
    Puzzle.objects.update(name="New name", version=2)
    page = editor.get(url("preview_answer", 5)).text
    assert "New name" in page
    assert "Old name" not in page
    assert AnswerPost.objects.get().name == "Old name"
