"""Import and export of the bank in the admin: preview, all or nothing, the rules of a bank file."""

import io
from datetime import date

import openpyxl
import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from answers.admin.resource import as_csv
from answers.models import PublicationItem, Puzzle
from tests.make import NOW, day_of, make_photo_ready, make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

CSV, XLSX = "0", "1"
IMPORT = "admin:answers_puzzle_import"


def preview(client: Client, content: bytes | str, file_format: str = CSV) -> HttpResponse:
    content = content.encode() if isinstance(content, str) else content
    file = SimpleUploadedFile("bank", content)
    return client.post(reverse(IMPORT), {"import_file": file, "format": file_format})


def confirm(client: Client, previewed: HttpResponse, **changes: str) -> HttpResponse:
    form = previewed.context["confirm_form"]  # type: ignore[attr-defined]
    data = {name: form[name].value() for name in form.fields}
    return client.post(reverse("admin:answers_puzzle_process_import"), data | changes, follow=True)


def as_xlsx(*rows: list) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def bank() -> list[tuple]:
    return list(Puzzle.objects.order_by("number").values_list("number", "name", "price_cents"))


THIRTY = "number,day,name,price\n" + "".join(
    f"{number},{day_of(number)},Product {number},12.99\n" for number in range(32, 62)
)


def test_preview_shows_what_would_change_and_saves_nothing(editor: Client):
    make_puzzle(40, name="Old name")
    page = preview(editor, "number,name,price\n40,New name,11.99\n41,Another,5\n")
    assert "1 new, 1 changed, 0 left as they are" in page.text
    assert "<del>Old name</del> <ins>New name</ins>" in page.text
    assert "<ins>5.00</ins>" in page.text
    assert bank() == [(40, "Old name", 1199)]


def test_confirming_saves_it_all_and_logs_each_puzzle(editor: Client):
    make_puzzle(40, name="Old name")
    page = confirm(editor, preview(editor, "number,name,price\n40,New,11.99\n41,Another,5\n"))
    assert "1 new, 1 updated" in page.text
    assert bank() == [(40, "New", 1199), (41, "Another", 500)]
    assert Puzzle.objects.get(pk=40).version == 2
    assert sorted(LogEntry.objects.values_list("object_id", flat=True)) == ["40", "41"]


def test_a_month_at_once(editor: Client):
    confirm(editor, preview(editor, THIRTY))
    assert len(bank()) == 30


def test_a_spreadsheet_with_real_days_and_numbers(editor: Client):
    header = ["number", "day", "name", "size", "price", "price_as_of"]
    row = [32, date(2026, 2, 1), "Eggs", None, 7.5, date(2026, 1, 20)]
    confirm(
        editor, preview(editor, as_xlsx(header, row, [33.0, None, "Ham", "2 lb", 12, None]), XLSX)
    )
    assert bank() == [(32, "Eggs", 750), (33, "Ham", 1200)]
    assert Puzzle.objects.get(pk=32).price_as_of.isoformat() == "2026-01-20"


def test_one_fault_keeps_everything_out_and_names_line_and_field(editor: Client):
    page = preview(editor, "number,name,price\n32,Good,5\n33,Bad,1.234\n")
    assert "line 3, price" in page.text
    assert "confirm_form" not in page.context
    assert bank() == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"number,name,price\n",
        b"number,name,price\n32,a\0b,5\n",
        b"number,name,price\n32,\xff\xfe,5\n",
        b"number,name,price\n32,a,0\n",
        b"number,name,price\n32,a,5\n32,b,5\n",
        b"number,name,price,colour\n32,a,5,red\n",
        b"name,price\na,5\n",
        b'number,name,price\n32,"a,5\n',
        b"number,name,price\n32,a\n",
        b"PK\x03\x04 not a table",
    ],
)
@pytest.mark.parametrize("file_format", [CSV, XLSX])
def test_a_file_that_is_no_bank_is_an_error_of_the_form(
    editor: Client, content: bytes, file_format: str
):
    page = preview(editor, content, file_format)
    assert page.status_code == 200
    assert "confirm_form" not in page.context
    assert bank() == []


def test_begun_puzzles_are_left_alone_and_said_so(editor: Client):
    make_puzzle(31)
    page = preview(editor, "number,name,price\n31,Other,1\n32,New,5\n")
    assert "puzzle 31 has begun and is left alone" in page.text
    confirm(editor, page)
    assert bank() == [(31, "Product 31", 1199), (32, "New", 500)]


def test_a_bank_that_changed_after_the_preview_is_not_overwritten(editor: Client):
    make_puzzle(40)
    page = preview(editor, "number,name,price\n40,Mine,5\n")
    Puzzle.objects.update(name="Theirs", version=2)
    assert "The bank changed since this preview" in confirm(editor, page).text
    assert bank() == [(40, "Theirs", 1199)]


def test_a_puzzle_that_was_made_anew_after_the_preview_is_not_overwritten(editor: Client):
    make_puzzle(40)
    page = preview(editor, "number,name,price\n40,Mine,5\n")
    Puzzle.objects.all().delete()
    make_puzzle(40, name="Theirs")  # at version 1, as before
    assert "The bank changed since this preview" in confirm(editor, page).text
    assert bank() == [(40, "Theirs", 1199)]


def test_a_bank_that_changes_within_the_confirmation_is_not_overwritten(
    editor: Client, monkeypatch
):
    make_puzzle(40)
    page = preview(editor, "number,name,price\n40,Mine,5\n")

    def meanwhile(dataset):
        Puzzle.objects.update(name="Theirs", version=2)
        return as_csv(dataset)

    monkeypatch.setattr("answers.admin.resource.as_csv", meanwhile)
    assert "The bank changed since this preview" in confirm(editor, page).text
    assert bank() == [(40, "Theirs", 1199)]


def test_preview_tells_which_photos_are_put_aside(editor: Client):
    make_puzzle(40)
    make_photo_ready(40)
    page = preview(editor, "number,name,price\n40,Tyre,5\n")
    assert "the photo of puzzle 40 is put aside" in page.text
    assert Puzzle.objects.get().photo_ready
    confirm(editor, page)
    assert Puzzle.objects.get().image_state == "none"


def test_another_product_for_a_withdrawn_number_is_a_fault(editor: Client):
    make_puzzle(40)
    PublicationItem.objects.create(puzzle_id=40, state="withdrawn", updated_at=NOW)
    page = preview(editor, "number,name,price\n40,Innocent,5\n")
    assert "puzzle 40 is withdrawn: restore it first" in page.text
    assert "confirm_form" not in page.context


def test_a_day_that_began_after_the_preview_is_left_alone(editor: Client):
    make_puzzle(32)
    page = preview(editor, "number,name,price\n32,Late,5\n")
    with freeze_time("2026-02-01 00:00:00"):
        editor.force_login(editor.get(reverse(IMPORT)).wsgi_request.user)
        confirm(editor, page)
    assert bank() == [(32, "Product 32", 1199)]


def test_confirming_twice_says_that_the_file_is_gone(editor: Client):
    page = preview(editor, "number,name,price\n32,New,5\n")
    confirm(editor, page)
    again = preview(editor, "number,name,price\n33,Newer,5\n").context["confirm_form"]
    seen = again["seen"].value()
    assert "That file is gone" in confirm(editor, page, seen=seen).text


@pytest.mark.parametrize("changes", [{"format": "7"}, {"format": "x"}, {"seen": "x"}])
def test_a_forged_confirmation_is_an_error_of_the_form(editor: Client, changes: dict):
    answer = confirm(editor, preview(editor, "number,name,price\n32,New,5\n"), **changes)
    assert answer.status_code == 200
    assert bank() == []


@pytest.mark.parametrize("file_format", [CSV, XLSX])
def test_what_is_exported_can_be_imported_again(editor: Client, file_format: str):
    make_puzzle(40, name='Quo"ted, name', description="Two\nlines", price_cents=129999)
    make_puzzle(41)
    exported = editor.post(
        reverse("admin:answers_puzzle_export"), {"format": file_format, "resource": ""}
    )
    before = list(Puzzle.objects.order_by("pk").values())
    page = preview(editor, exported.content, file_format)
    assert "0 new, 0 changed, 2 left as they are" in page.text
    Puzzle.objects.all().delete()
    confirm(editor, preview(editor, exported.content, file_format))
    assert list(Puzzle.objects.order_by("pk").values()) == before


def test_export_follows_the_search(editor: Client):
    make_puzzle(40)
    make_puzzle(41, name="Special")
    url = reverse("admin:answers_puzzle_export") + "?q=special"
    text = editor.post(url, {"format": CSV, "resource": ""}).content.decode()
    assert "Special" in text and "Product 40" not in text
