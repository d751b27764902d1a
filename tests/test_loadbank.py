import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from answers.bank.runway import read_runway
from answers.models import PublicationItem, Puzzle
from costcodle import clock
from tests.make import NOW, day_of, make_photo_ready, make_puzzle, run_manage

pytestmark = pytest.mark.django_db

HEADER = "number,day,name,size,price,price_note,price_as_of,source,description,image\n"


@pytest.fixture
def load(tmp_path, capsys, monkeypatch):
    """Runs `loadbank` on a text at NOW and gives the JSON that it printed."""

    monkeypatch.setattr(clock, "utc_now", lambda: NOW)

    def run(text, *options, name="bank.csv"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        try:
            call_command("loadbank", str(file), "--json", *options)
        except CommandError as error:
            assert error.returncode == 1
            assert "Nothing was loaded" in str(error)
        return json.loads(capsys.readouterr().out)

    return run


def row(number, *, day="", name=None, price="9.99", image=""):
    return f"{number},{day},{name or f'Product {number}'},2 lb,{price},,,a test shelf,,{image}\n"


def days():
    return dict(Puzzle.objects.order_by("number").values_list("number", "day"))


def counts(created=0, changed=0, unchanged=0, left_alone=0):
    return {
        "created": created,
        "changed": changed,
        "unchanged": unchanged,
        "left_alone": left_alone,
    }


def test_file_is_loaded_and_loading_it_again_changes_nothing(load):
    text = HEADER + row(1) + row(2) + row(3)
    assert load(text) == counts(created=3) | {"faults": []}
    before = list(Puzzle.objects.values())
    assert load(text) == counts(unchanged=3) | {"faults": []}
    assert list(Puzzle.objects.values()) == before


def test_all_columns_arrive(load):
    load(HEADER + '7,2026-03-01,"Honey, mild",3 × 24 oz,"$1,009.90",price per lb,2026-01-05,s,d,\n')
    values = Puzzle.objects.values().get()
    assert (
        values
        | {
            "number": 7,
            "day": date(2026, 3, 1),
            "name": "Honey, mild",
            "size": "3 × 24 oz",
            "price_cents": 100990,
            "price_note": "price per lb",
            "price_as_of": date(2026, 1, 5),
            "source": "s",
            "description": "d",
            "version": 1,
            "image_state": "none",
        }
        == values
    )


# Days


def test_first_number_begins_today_by_default(load):
    load(HEADER + row(12) + row(10))
    assert days() == {10: date(2026, 1, 31), 12: date(2026, 2, 2)}


def test_start_day_is_that_of_the_lowest_number_whatever_the_file_says(load):
    load(HEADER + row(12, day="2026-05-05") + row(10), "--start-day", "2025-12-31")
    assert days() == {10: date(2025, 12, 31), 12: date(2026, 1, 2)}


def test_days_follow_from_the_one_that_the_file_gives(load):
    load(HEADER + row(9) + row(10, day="2026-05-05") + row(11))
    assert days() == {n: date(2026, 5, n - 5) for n in (9, 10, 11)}


def test_days_go_on_from_the_bank(load):
    make_puzzle(3)
    load(HEADER + row(40))
    assert days()[40] == day_of(40)


def test_number_without_puzzle_leaves_its_day_empty(load):
    assert load(HEADER + row(1, day="2026-05-01") + row(3, day="2026-05-03"))["created"] == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [((1, "2026-05-01"), (2, "2026-05-03")), ((1, "2026-05-01"), (3, "2026-05-02"))],
)
def test_number_and_day_out_of_step_are_a_fault(load, first, second):
    told = load(HEADER + row(first[0], day=first[1]) + row(second[0], day=second[1]))
    assert [(fault["line"], fault["field"]) for fault in told["faults"]] == [(3, "day")]
    assert not Puzzle.objects.exists()


def test_new_number_out_of_step_with_the_bank_is_a_fault(load):
    make_puzzle(3)
    told = load(HEADER + row(40, day=day_of(41)))
    assert [(fault["line"], fault["field"]) for fault in told["faults"]] == [(2, "day")]


def test_day_beyond_the_calendar_is_a_fault(load):
    told = load(HEADER + row(1) + row(999_999_999))
    assert [(fault["line"], fault["field"]) for fault in told["faults"]] == [(3, "day")]


def test_new_rows_in_the_past_are_loaded(load):
    assert load(HEADER + row(1), "--start-day", "2020-01-01")["created"] == 1


# Rows that the bank has


def test_coming_puzzle_that_differs_is_a_fault(load):
    make_puzzle(32)
    told = load(HEADER + row(32, name="Other", price="1.00") + row(33))
    assert [(fault["line"], fault["field"]) for fault in told["faults"]] == [(2, "name, price")]
    assert days() == {32: day_of(32)}


def test_replace_changes_a_coming_puzzle_and_its_version(load):
    make_puzzle(32, card_key="c" * 32, description="Kept only where the file says nothing.")
    assert load(HEADER + row(32, name="Other", price="1.00"), "--replace")["changed"] == 1
    puzzle = Puzzle.objects.get()
    assert (puzzle.name, puzzle.price_cents, puzzle.description) == ("Other", 100, "")
    assert (puzzle.version, puzzle.card_key) == (2, "")


def test_another_name_does_not_keep_the_photo(load):
    for number in (32, 33, 34):
        make_puzzle(number, card_key="c" * 32)
    make_photo_ready(32)
    make_photo_ready(33)
    Puzzle.objects.filter(number=34).update(image_state="failed", image_error="of the old one")
    rows = row(32, name="Tyre") + row(33, price="1.00") + row(34, name="Carrots")
    told = load(HEADER + rows, "--replace")
    reason = "is another one, so the photo of puzzle 32 is put aside"
    assert told["photos_put_aside"] == [{"line": 2, "field": "name", "reason": reason}]
    shown = ("image_state", "image_error", "image_key", "image_width", "image_height", "card_key")
    nothing = ("none", "", "", 0, 0, "")
    kept = ("ready", "", "f" * 32, 1200, 900, "c" * 32)
    assert list(Puzzle.objects.order_by("number").values_list(*shown)) == [nothing, kept, nothing]
    assert [each.number for each in read_runway(NOW).without_photo] == [32, 34]


def test_withdrawn_puzzle_gets_no_other_product(load):
    make_puzzle(32)
    make_puzzle(33)
    PublicationItem.objects.create(puzzle_id=32, state="withdrawn", updated_at=NOW)
    before = list(Puzzle.objects.values())
    other = row(33, name="Free") + row(32, name="Innocent")
    told = load(HEADER + other, "--replace")
    reason = "is another one, but puzzle 32 is withdrawn: restore it first"
    assert told["faults"] == [{"line": 3, "field": "name", "reason": reason}]
    assert list(Puzzle.objects.values()) == before
    assert load(HEADER + row(32, price="1.00"), "--replace")["changed"] == 1  # the same product
    PublicationItem.objects.update(state="pending")
    assert load(HEADER + other, "--replace")["changed"] == 2


def test_columns_that_are_absent_keep_what_the_bank_has(load):
    make_puzzle(32, description="Mild.")
    load("number,name,price\n32,Other,1.00\n", "--replace")
    puzzle = Puzzle.objects.get()
    assert (puzzle.name, puzzle.description, puzzle.source) == ("Other", "Mild.", "a test shelf")


def test_coming_puzzle_keeps_its_day_even_with_replace(load):
    make_puzzle(32)
    told = load(HEADER + row(32), "--replace", "--start-day", "2026-04-01")
    assert [fault["field"] for fault in told["faults"]] == ["day"]


@pytest.mark.parametrize("options", [[], ["--replace"]])
@pytest.mark.parametrize("number", [1, 31], ids=["over", "being played"])
def test_begun_puzzle_that_differs_is_left_alone(load, options, number):
    make_puzzle(number)
    before = Puzzle.objects.values().get()
    told = load(HEADER + row(number, name="Other", price="1.00") + row(40), *options)
    assert told["left_alone_rows"] == [
        {
            "line": 2,
            "field": "name, price",
            "reason": f"differs from the bank; puzzle {number} has begun and is left alone",
        }
    ]
    assert told | counts(created=1, left_alone=1) == told
    assert Puzzle.objects.values().get(number=number) == before


def test_begun_puzzle_on_another_day_is_left_alone(load):
    make_puzzle(1)
    told = load(HEADER + row(1, price="11.99"), "--start-day", "2027-01-01")
    assert (told["left_alone"], days()) == (1, {1: day_of(1)})


@pytest.mark.parametrize(
    ("now", "outcome"),
    [
        (datetime(2026, 1, 31, 23, 59, 59, 999999, tzinfo=UTC), "changed"),
        (datetime(2026, 2, 1, tzinfo=UTC), "left_alone"),
        (datetime(2026, 2, 1, 0, 0, 0, 1, tzinfo=UTC), "left_alone"),
    ],
)
def test_puzzle_freezes_when_its_day_begins(load, monkeypatch, now, outcome):
    make_puzzle(32)
    monkeypatch.setattr(clock, "utc_now", lambda: now)
    monkeypatch.setattr("answers.bank.locks.monotonic", lambda: 0.0)  # no wait for the locks
    assert load(HEADER + row(32, price="1.00"), "--replace")[outcome] == 1


def test_dry_run_tells_and_writes_nothing(load):
    make_puzzle(32)
    before = list(Puzzle.objects.values())
    told = load(HEADER + row(32, name="Other") + row(33), "--replace", "--dry-run")
    assert told == counts(created=1, changed=1) | {"faults": [], "dry_run": True}
    assert list(Puzzle.objects.values()) == before


def test_one_fault_keeps_everything_out(load):
    told = load(HEADER + row(1) + row(2, price="abc") + row(3))
    assert told == counts() | {
        "faults": [
            {
                "line": 3,
                "field": "price",
                "reason": "is 'abc'; write dollars and cents like 12.99",
            }
        ]
    }
    assert not Puzzle.objects.exists()


# The command line


def test_text_output_names_what_happened(tmp_path, capsys):
    file = tmp_path / "bank.csv"
    file.write_text(HEADER + row(1), encoding="utf-8")
    call_command("loadbank", str(file))
    assert capsys.readouterr().out == "1 created, 0 changed, 0 unchanged, 0 left alone.\n"


def test_text_output_names_photos_that_are_put_aside(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(clock, "utc_now", lambda: NOW)
    make_puzzle(32)
    make_photo_ready(32)
    file = tmp_path / "bank.csv"
    file.write_text(HEADER + row(32, name="Tyre"), encoding="utf-8")
    call_command("loadbank", str(file), "--replace", "--dry-run")
    told = "line 2, name is another one, so the photo of puzzle 32 is put aside.\n"
    assert capsys.readouterr().out.startswith(told)
    assert Puzzle.objects.get().photo_ready


@pytest.mark.django_db(transaction=True)
def test_exit_codes_and_sentences(tmp_path):
    file = tmp_path / "bank.csv"
    file.write_text(HEADER + row(1, price="abc"), encoding="utf-8")
    faulty = run_manage("loadbank", str(file))
    assert (faulty.returncode, faulty.stdout) == (
        1,
        "line 2, price is 'abc'; write dollars and cents like 12.99.\n",
    )
    assert faulty.stderr.startswith("Nothing was loaded.")
    missing = run_manage("loadbank", str(tmp_path / "no.csv"))
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
    assert run_manage("loadbank", str(tmp_path)).returncode == 1
    assert run_manage("loadbank", str(file), "--images", str(file)).returncode == 1
    wrong_day = run_manage("loadbank", str(file), "--start-day", "2026-02-30")
    assert (wrong_day.returncode, "2026-12-31" in wrong_day.stderr) == (2, True)
    assert run_manage("loadbank").returncode == 2
    file.write_text(HEADER + row(1), encoding="utf-8")
    assert run_manage("loadbank", str(file)).returncode == 0


def test_rows_are_written_in_bulk(load, django_assert_max_num_queries):
    # Django itself splits them on SQLite, by parameters.
    text = HEADER + "".join(row(number, day=day_of(number)) for number in range(1, 2001))
    with django_assert_max_num_queries(60):
        assert load(text)["created"] == 2000
    with django_assert_max_num_queries(60):
        told = load(text.replace("9.99", "8.99"), "--replace")
    assert (told["changed"], told["left_alone"]) == (1969, 31)
    assert Puzzle.objects.filter(price_cents=899, version=2).count() == 1969


def test_the_bank_of_the_original_game_is_loaded_whole(capsys, shared_data):
    for expected in (counts(created=3399), counts(unchanged=3399)):
        call_command(
            "loadbank", str(shared_data / "games.json"), "--start-day", "2023-09-21", "--json"
        )
        assert json.loads(capsys.readouterr().out) == expected | {"faults": []}
    last = Puzzle.objects.get(number=3399)
    assert last.day == date(2023, 9, 21) + timedelta(days=3398)
    assert (last.size, last.price_cents) == ("2 x 16 oz", 899)
