import json
import shutil

import pytest
from django.core.management import CommandError, call_command

from answers.bank import images
from answers.models import ImageState, Puzzle
from answers.photos import attach
from costcodle import clock
from tests.make import NOW, ROOT, day_of, make_puzzle, run_manage

pytestmark = pytest.mark.django_db

PICTURE = ROOT / "answers" / "sample" / "pictures" / "jar.webp"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "photos"
    folder.mkdir()
    shutil.copy(PICTURE, folder / "jar.webp")
    return folder


def write(tmp_path, *rows):
    file = tmp_path / "bank.csv"
    lines = (f"{number},{day_of(number)},Honey,11.99,{image}\n" for number, image in rows)
    file.write_text("number,day,name,price,image\n" + "".join(lines), encoding="utf-8")
    return file


@pytest.fixture
def load(tmp_path, folder, capsys, monkeypatch):
    """Loads rows of number and image at NOW; gives the JSON and the exit code."""
    monkeypatch.setattr(clock, "utc_now", lambda: NOW)

    def run(*rows, options=()):
        code = 0
        try:
            call_command(
                "loadbank", str(write(tmp_path, *rows)), "--json", "--images", str(folder), *options
            )
        except CommandError as error:
            code = error.returncode
        except SystemExit as end:
            code = end.code
        return json.loads(capsys.readouterr().out), code

    return run


def test_photos_are_ready_when_the_command_returns(load):
    _, code = load((1, "jar.webp"), (40, "jar.webp"))
    assert code == 0
    assert list(Puzzle.objects.values_list("image_state", "image_width")) == [("ready", 1200)] * 2


def test_refused_photo_is_told_and_the_puzzle_stays(load, folder):
    (folder / "text.jpg").write_text("no photo", encoding="utf-8")
    told, code = load((40, "text.jpg"), (41, "jar.webp"))
    assert (told["created"], code) == (2, 1)
    assert [refused["puzzle"] for refused in told["photos_refused"]] == [40]
    assert Puzzle.objects.get(number=40).image_state == ImageState.FAILED


@pytest.mark.parametrize(
    "name", ["none.webp", "../bank.csv", "/etc/hostname", ".", "a" * 300, "jar.webp/x"]
)
def test_image_that_is_no_file_of_the_folder_is_a_fault(load, name):
    told, code = load((40, "jar.webp"), (41, name))
    assert code == 1
    assert [(fault["line"], fault["field"]) for fault in told["faults"]] == [(3, "image")]
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("address", ["https://photos.example/jar.webp", "//photos.example/a.jpg"])
def test_web_address_is_ignored(load, attached, address):
    assert load((40, address), (41, ""))[1] == 0
    assert attached == []


@pytest.mark.parametrize(
    ("image", "told"),
    [
        ("none.webp", "; photos named: 1, give their folder with --images."),
        ("https://photos.example/jar.webp", "."),
        ("", "."),
    ],
)
def test_without_a_folder_the_column_is_ignored_and_told(tmp_path, attached, capsys, image, told):
    call_command("loadbank", str(write(tmp_path, (40, image))))
    assert attached == []
    assert capsys.readouterr().out == f"1 created, 0 changed, 0 unchanged, 0 left alone{told}\n"


def test_photos_that_were_attached_are_counted(tmp_path, folder, capsys):
    (folder / "text.jpg").write_text("no photo", encoding="utf-8")
    file = write(tmp_path, (40, "jar.webp"), (41, "jar.webp"), (42, "text.jpg"), (43, ""))
    with pytest.raises(SystemExit):
        call_command("loadbank", str(file), "--images", str(folder))
    assert capsys.readouterr().out.endswith("0 left alone; photos attached: 2.\n")


def test_dry_run_attaches_nothing(load, attached):
    load((40, "jar.webp"), options=["--dry-run"])
    assert attached == []


def test_dry_run_counts_the_photos_that_it_would_attach(tmp_path, folder, capsys):
    file = write(tmp_path, (40, "jar.webp"), (41, "jar.webp"), (42, ""))
    call_command("loadbank", str(file), "--images", str(folder), "--dry-run")
    told = "3 created, 0 changed, 0 unchanged, 0 left alone; photos to attach: 2"
    assert capsys.readouterr().out == f"{told} (dry run, nothing written).\n"


def test_puzzles_that_begun_before_keep_what_they_have(load, attached):
    make_puzzle(30, name="Honey")
    load((30, "jar.webp"), (29, "jar.webp"))
    assert attached == [29]


def test_coming_puzzle_gets_the_photo_that_it_lacks(load, attached):
    make_puzzle(40, name="Honey", image_state="failed")
    make_puzzle(41, name="Honey", image_state="ready", image_key="f" * 32)
    load((40, "jar.webp"), (41, "jar.webp"))
    assert attached == [40]


def test_replace_sets_the_photos_of_all_coming_puzzles(load, attached):
    make_puzzle(31, name="Honey")
    make_puzzle(41, name="Honey", image_state="ready", image_key="f" * 32)
    load((31, "jar.webp"), (41, "jar.webp"), options=["--replace"])
    assert attached == [41]


def test_another_product_with_its_own_photo_waits_for_it(load, monkeypatch):
    """Until it is there nobody sees that of the product before."""
    make_puzzle(41, name="Carrots", image_state="ready", image_key="f" * 32)
    seen = []

    def attach(number, content, now):
        seen.append(Puzzle.objects.get(number=number))
        return seen[0]

    monkeypatch.setattr(images, "attach_photo", attach)
    told, _ = load((41, "jar.webp"), options=["--replace"])
    assert (seen[0].name, seen[0].image_state, seen[0].image_key) == ("Honey", "processing", "")
    assert "photos_put_aside" not in told


def test_loading_the_same_photos_again_changes_no_version(load):
    load((40, "jar.webp"))
    version = Puzzle.objects.get().version
    load((40, "jar.webp"), options=["--replace"])
    assert Puzzle.objects.get().version == version


def test_puzzles_of_one_picture_are_attached_in_a_row(load, folder, attached):
    shutil.copy(PICTURE, folder / "other.webp")
    load((40, "jar.webp"), (41, "other.webp"), (42, "jar.webp"))
    assert attached == [40, 42, 41]


def test_load_that_was_killed_before_its_photos_is_finished_by_the_next(load, monkeypatch):
    def killed(number, content, now):
        raise KeyboardInterrupt

    rows = (29, "jar.webp"), (30, ""), (40, "jar.webp")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(images, "attach_photo", killed)
        load(*rows)
    states = Puzzle.objects.order_by("number").values_list("image_state", flat=True)
    assert list(states) == ["processing", "none", "processing"]
    told, code = load(*rows)
    assert (told["unchanged"], code) == (3, 0)
    assert list(states.all()) == ["ready", "none", "ready"]


@pytest.fixture
def vanishing(folder, monkeypatch):
    """A file of the folder that is there when the files are listed, and not when it is read."""
    path, find_images = folder / "gone.webp", images.find_images
    shutil.copy(PICTURE, path)

    def then_it_vanishes(rows, images_folder):
        found = find_images(rows, images_folder)
        path.unlink()
        return found

    monkeypatch.setattr("answers.management.commands.loadbank.find_images", then_it_vanishes)
    return path.name


def test_file_that_vanished_after_it_was_listed_is_told(load, vanishing):
    told, code = load((40, vanishing), (41, "jar.webp"))
    reason = "gone.webp can't be read any more (No such file or directory)."
    assert (told["photos_refused"], code) == ([{"puzzle": 40, "reason": reason}], 1)
    states = Puzzle.objects.order_by("number").values_list("image_state", flat=True)
    assert list(states) == ["failed", "ready"]


def test_product_that_was_moved_meanwhile_is_told_and_the_others_get_theirs(
    load, folder, monkeypatch
):
    shutil.copy(PICTURE, folder / "a.webp")
    process = attach.process

    def delete_first(content):
        Puzzle.objects.filter(number=40).delete()
        return process(content)

    monkeypatch.setattr(attach, "process", delete_first)
    told, code = load((40, "a.webp"), (41, "jar.webp"))
    assert told["photos_refused"] == [{"puzzle": 40, "reason": attach.NO_PUZZLE}]
    assert (code, Puzzle.objects.get().image_state) == (1, "ready")


def test_file_and_puzzle_that_both_vanished_are_told(load, vanishing, monkeypatch):
    def vanish(number, reason):
        raise Puzzle.DoesNotExist

    monkeypatch.setattr(images, "fail_photo", vanish)
    told, _ = load((40, vanishing))
    assert told["photos_refused"] == [{"puzzle": 40, "reason": attach.NO_PUZZLE}]


@pytest.mark.django_db(transaction=True)
def test_folder_that_is_not_there_is_told_in_a_sentence(tmp_path):
    done = run_manage("loadbank", str(write(tmp_path, (40, ""))), "--images", str(tmp_path / "no"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
