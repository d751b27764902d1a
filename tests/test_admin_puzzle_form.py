"""One puzzle in the admin: what may change when, and two people at once."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from answers.bank import edit
from answers.models import PublicationItem, Puzzle
from tests.make import NOW, day_of, make_puzzle, make_staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

BEGUN, COMING = 31, 40


def url(number: int, page: str = "change") -> str:
    return reverse(f"admin:answers_puzzle_{page}", args=[number])


def form_of(client: Client, number: int) -> dict:
    """What a browser would send of the form as it stands."""
    form = client.get(url(number)).context["adminform"].form
    return {name: form[name].value() or "" for name in form.fields}


def save(client: Client, number: int, /, **changes: object):
    return client.post(url(number), form_of(client, number) | changes)


def test_a_coming_puzzle_is_changed_and_gets_the_next_version(editor: Client):
    make_puzzle(COMING)
    assert save(editor, COMING, name="Better", price_cents="14.99").status_code == 302
    puzzle = Puzzle.objects.get()
    assert (puzzle.name, puzzle.price_cents, puzzle.version) == ("Better", 1499, 2)
    assert LogEntry.objects.get().object_id == str(COMING)


@pytest.mark.parametrize(
    ("typed", "cents"), [("11.99", 1199), ("$1,299.99", 129999), ("12", 1200), (" 12.5 ", 1250)]
)
def test_the_price_is_typed_and_shown_in_dollars(editor: Client, typed: str, cents: int):
    make_puzzle(COMING, price_cents=7)
    assert form_of(editor, COMING)["price_cents"] == "0.07"
    save(editor, COMING, price_cents=typed)
    assert Puzzle.objects.get().price_cents == cents


def test_a_form_opened_before_midnight_saves_a_text_after_it(editor: Client):
    make_puzzle(32)
    with freeze_time(NOW):
        opened = form_of(editor, 32)
    with freeze_time("2026-02-01 00:00:00"):
        editor.post(url(32), opened | {"description": "Corrected"})
    assert Puzzle.objects.get().description == "Corrected"


def test_saving_without_a_change_keeps_the_version(editor: Client):
    make_puzzle(COMING)
    save(editor, COMING)
    assert Puzzle.objects.get().version == 1


def test_the_second_of_two_editors_is_refused_and_keeps_what_they_typed(editor: Client):
    make_puzzle(COMING)
    mine, theirs = form_of(editor, COMING), form_of(editor, COMING)
    editor.post(url(COMING), theirs | {"name": "Theirs"})
    answer = editor.post(url(COMING), mine | {"description": "Typed by me"})
    assert answer.status_code == 200
    assert "Someone else changed this puzzle" in answer.text
    assert "Typed by me" in answer.text
    puzzle = Puzzle.objects.get()
    assert (puzzle.name, puzzle.description) == ("Theirs", "")


@pytest.mark.parametrize("theirs", [{"name": "Another"}, {"description": "Another"}])
def test_a_form_of_a_puzzle_that_was_deleted_and_made_anew_is_refused(editor: Client, theirs: dict):
    make_puzzle(COMING)
    mine = form_of(editor, COMING)
    edit.delete_puzzle(COMING, NOW)
    theirs = make_puzzle(COMING, **theirs)  # at version 1, as mine was
    answer = editor.post(url(COMING), mine | {"price_cents": "0.01"})
    assert "Someone else changed this puzzle" in answer.text
    assert Puzzle.objects.get().price_cents == theirs.price_cents


def test_a_form_that_does_not_tell_what_was_seen_is_refused(editor: Client):
    make_puzzle(COMING)
    save(editor, COMING, name="X", seen="")
    assert Puzzle.objects.get().name == f"Product {COMING}"


def test_a_change_between_the_check_and_the_write_is_refused_too(editor: Client, monkeypatch):
    from answers.admin.form import PuzzleForm

    make_puzzle(COMING)
    monkeypatch.setattr(PuzzleForm, "_check_fresh", lambda *_: None)  # the form saw nothing yet
    answer = save(editor, COMING, name="Late", seen="x")
    assert answer.status_code == 302
    assert "Puzzle 40 is another one by now" in editor.get(answer.url).text
    assert Puzzle.objects.get().name == f"Product {COMING}"
    assert not LogEntry.objects.exists()


def test_the_price_is_frozen_once_the_day_has_begun(editor: Client):
    make_puzzle(BEGUN)
    assert "price_cents" not in form_of(editor, BEGUN)
    answer = save(editor, BEGUN, price_cents="9.99")
    assert "so its price can&#x27;t change any more" in answer.text
    assert Puzzle.objects.get().price_cents == 1199


def test_text_of_a_begun_puzzle_can_be_corrected(editor: Client):
    make_puzzle(BEGUN)
    assert save(editor, BEGUN, description="Corrected").status_code == 302
    puzzle = Puzzle.objects.get()
    assert (puzzle.description, puzzle.version) == ("Corrected", 2)


@pytest.mark.parametrize("number", [BEGUN, COMING])
def test_number_and_day_never_change(editor: Client, number: int):
    make_puzzle(number)
    save(editor, number, number="77", day="2026-03-01")
    assert list(Puzzle.objects.values_list("number", "day")) == [(number, day_of(number))]


def test_a_form_opened_before_midnight_cannot_save_the_price_after_it(editor: Client):
    make_puzzle(32)
    with freeze_time(NOW):
        opened = form_of(editor, 32)
    with freeze_time("2026-02-01 00:00:00"):
        answer = editor.post(url(32), opened | {"price_cents": "9.99"})
    assert answer.status_code == 200
    assert Puzzle.objects.get().price_cents == 1199


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "a\0b"),
        ("name", "a\x07b"),
        ("name", "x" * 201),
        ("description", "a\0b"),
        ("price_cents", "0"),
        ("price_cents", "-5"),
        ("price_cents", ""),
        ("price_cents", "11.999"),
        ("price_cents", "1\0"),
        ("price_cents", "9" * 20),
        ("price_as_of", "2026-02-30"),
    ],
)
def test_what_a_page_cannot_show_is_an_error_of_its_field(editor: Client, field: str, value: str):
    make_puzzle(COMING)
    answer = save(editor, COMING, **{field: value})
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    assert Puzzle.objects.get().version == 1


def test_a_new_puzzle_gets_the_number_of_its_day(editor: Client):
    make_puzzle(COMING)
    data = {"day": "2026-02-11", "number": "", "name": "New", "price_cents": "0.01"}
    answer = editor.post(reverse("admin:answers_puzzle_add"), data)
    assert answer.status_code == 302
    assert Puzzle.objects.get(name="New").number == 42


def test_a_number_of_another_day_is_refused_with_the_reason(editor: Client):
    make_puzzle(COMING)
    data = {"day": "2026-02-11", "number": "43", "name": "New", "price_cents": "0.01"}
    answer = editor.post(reverse("admin:answers_puzzle_add"), data, follow=True)
    assert "numbers count days" in answer.text
    assert Puzzle.objects.count() == 1


def test_a_deletion_from_the_list_that_the_bank_refuses_says_why(editor: Client, monkeypatch):
    make_puzzle(COMING)

    def delete_puzzle(number, now):
        raise edit.Refused("Puzzle 40 has begun meanwhile.")

    monkeypatch.setattr(edit, "delete_puzzle", delete_puzzle)
    data = {"action": "delete_selected", "_selected_action": [COMING], "post": "yes"}
    page = editor.post(reverse("admin:answers_puzzle_changelist"), data, follow=True)
    assert page.status_code == 200
    assert "Puzzle 40 has begun meanwhile." in page.text
    assert Puzzle.objects.filter(pk=COMING).exists()


def test_a_coming_puzzle_can_be_deleted_a_begun_one_not(editor: Client):
    make_puzzle(COMING)
    make_puzzle(BEGUN)
    assert editor.post(url(COMING, "delete"), {"post": "yes"}).status_code == 302
    assert editor.post(url(BEGUN, "delete"), {"post": "yes"}).status_code == 403
    assert Puzzle.objects.get().number == BEGUN


def test_another_product_than_the_one_that_was_shown_is_not_deleted(editor: Client):
    for number in (40, 41):
        make_puzzle(number)
    seen = re.search(r'name="seen" value="(\w+)"', editor.get(url(40, "delete")).text)[1]
    edit.swap_products(40, 41, NOW)
    answer = editor.post(url(40, "delete"), {"post": "yes", "seen": seen}, follow=True)
    assert "Puzzle 40 is another one by now" in answer.text
    assert Puzzle.objects.count() == 2
    seen = answer.context["seen"]
    assert editor.post(url(40, "delete"), {"post": "yes", "seen": seen}).status_code == 302
    assert Puzzle.objects.get().name == "Product 40"


def test_a_selection_is_deleted_as_a_whole_or_not_at_all(editor: Client, monkeypatch):
    """41 begins, or a publisher takes it up, while 40 is being deleted."""
    make_puzzle(40)
    make_puzzle(41)
    delete_puzzle = edit.delete_puzzle

    def delete_some(number, now):
        if number == 41:
            raise edit.Refused("41 can't be deleted.")
        delete_puzzle(number, now)

    selection = {"action": "delete_selected", "_selected_action": [40, 41], "post": "yes"}
    with monkeypatch.context() as patch:
        patch.setattr(edit, "delete_puzzle", delete_some)
        answer = editor.post(reverse("admin:answers_puzzle_changelist"), selection, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["41 can't be deleted."]
    assert (Puzzle.objects.count(), LogEntry.objects.count()) == (2, 0)
    editor.post(reverse("admin:answers_puzzle_changelist"), selection)
    assert (Puzzle.objects.count(), LogEntry.objects.count()) == (0, 2)


@pytest.mark.parametrize(("state", "told"), [("withdrawn", True), ("pending", False)])
def test_a_withdrawn_coming_puzzle_may_get_another_name_and_says_what_it_is(
    editor: Client, state: str, told: bool
):
    """By hand a name is corrected; it is files that bring another product by another name."""
    PublicationItem.objects.create(puzzle=make_puzzle(COMING), state=state, updated_at=NOW)
    assert ("Withdrawn: whatever product stands here" in editor.get(url(COMING)).text) is told
    save(editor, COMING, name="Corrected")
    assert Puzzle.objects.get().name == "Corrected"


@pytest.mark.parametrize(
    ("number", "state", "shown"),
    [
        (COMING, "pending", {"Move", "Withdraw…"}),
        (BEGUN, "pending", {"Withdraw…"}),
        (5, "pending", {"Publish now", "Withdraw…", "View on site"}),
        (5, "withdrawn", {"Restore", "View on site"}),
    ],
)
def test_the_page_offers_what_can_be_done_now(client: Client, number: int, state: str, shown: set):
    client.force_login(make_staff("superuser"))
    puzzle = make_puzzle(number)
    PublicationItem.objects.create(puzzle=puzzle, state=state, updated_at=NOW)
    tools = client.get(url(number)).text.partition('class="object-tools"')[2].partition("</ul>")[0]
    names = {"Move", "Publish now", "Withdraw…", "Restore", "View on site"}
    assert {name for name in names if f">{name}<" in tools} == shown
