"""Walks through the whole site with the two database roles of deploy/postgresql: every page, a
game, the bank, each admin action and command. Run by tests/test_least_privilege.py in a process
of its own, whose DATABASE_URL and PUBLISHER_DATABASE_URL are the roles.
"""

import io
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.test.utils import setup_test_environment

from answers.bank.seen import puzzle_fingerprint
from answers.models import AnswerPost, Puzzle, SiteState
from costcodle import clock
from stats.models import DailyResult
from tests.pictures import make_picture

NOW = clock.utc_now()
TODAY = clock.today(NOW)
ADMIN = f"/{settings.ADMIN_PATH}"
visitor = Client(SERVER_NAME="127.0.0.1", raise_request_exception=True)
owner = Client(SERVER_NAME="127.0.0.1", raise_request_exception=True)


def expect(answer, *statuses):
    assert answer.status_code in statuses, (answer.status_code, answer.content[:600])
    return answer


def load_bank(folder: Path) -> None:
    bank = folder / "bank.csv"
    lines = ["number,day,name,price"]
    for number in range(1, 11):  # 8 is today's, 6 is over for good at any time of the day
        lines.append(f"{number},{TODAY + timedelta(days=number - 8)},Product {number},11.99")
    bank.write_text("\n".join(lines))
    call_command("loadbank", str(bank))
    assert Puzzle.objects.count() == 10


def publish_by_command() -> None:
    call_command("publish")
    call_command("withdraw", "1", reason="A test.")
    call_command("restore", "1")
    assert AnswerPost.objects.published().filter(puzzle=1).exists()


def read_pages() -> None:
    for path in (
        *("/", "/play/", "/answers/", "/answers/1/", "/stats/", "/stats/1/", "/stats/1.json"),
        *("/feed.xml", "/sitemap.xml", "/robots.txt", "/how-to-play/", "/privacy/"),
        *("/manifest.webmanifest", "/livez", "/readyz", "/metrics"),
    ):
        expect(visitor.get(path), 200)


def play() -> None:
    for cents in range(6):
        expect(visitor.post("/play/", {"puzzle": "8", "guess": f"1.0{cents}"}), 303)
    assert DailyResult.objects.filter(puzzle=8, outcome="lost").count() == 1


def administrate() -> None:
    User.objects.create_superuser("root", password="a-password-1")
    expect(owner.post(f"{ADMIN}login/", {"username": "root", "password": "wrong"}), 200)
    login = {"username": "root", "password": "a-password-1", "next": ADMIN}
    expect(owner.post(f"{ADMIN}login/", login), 302)
    for path in (
        *("", "answers/puzzle/", "answers/puzzle/9/change/", "answers/publicationitem/"),
        *("answers/answerpost/", "answers/publicationlog/", "answers/sitestate/"),
        *("leases/joblease/", "stats/dailyresult/", "auth/user/", "auth/group/"),
    ):
        expect(owner.get(ADMIN + path), 200)
    added = {"username": "editor", "password1": "Tr0ub4dor-and", "password2": "Tr0ub4dor-and"}
    added["usable_password"] = "true"
    expect(owner.post(f"{ADMIN}auth/user/add/", added), 302)
    editor = User.objects.get(username="editor")
    editor.groups.add(Group.objects.get(name="Editor"))
    expect(owner.post(f"{ADMIN}auth/user/{editor.pk}/delete/", {"post": "yes"}), 302)
    for model in ("answerpost", "publicationitem", "puzzle"):
        before = SiteState.objects.get().publication_revision
        for action in ("publish_now", "withdraw", "restore"):
            form = {"action": action, "_selected_action": ["2"], "reason": "A test."}
            expect(owner.post(f"{ADMIN}answers/{model}/", form), 302)
        assert SiteState.objects.get().publication_revision == before + 2, model


def administrate_bank(folder: Path) -> None:
    """The bank by its pages: photo, previews, correction, move, import, export, deletion."""
    puzzles = f"{ADMIN}answers/puzzle/"
    with io.BytesIO(make_picture()) as photo:
        photo.name = "photo.jpg"
        expect(owner.post(f"{puzzles}9/photo/", {"photo": photo}), 302)
    assert Puzzle.objects.get(number=9).photo_ready
    with io.BytesIO(make_picture()) as photo:
        photo.name = "photo.jpg"
        expect(owner.post(f"{puzzles}3/photo/", {"photo": photo}), 302)
    publish_now = {"action": "publish_now", "_selected_action": ["3"]}
    expect(owner.post(puzzles, publish_now), 302)
    assert AnswerPost.objects.get(puzzle=3).has_photo
    for page in ("calendar/", "9/preview/answer/", "9/preview/game/", "9/reschedule/", "9/photo/"):
        expect(owner.get(puzzles + page), 200)
    form = owner.get(f"{puzzles}9/change/").context["adminform"].form
    values = {name: form[name].value() or "" for name in form.fields}
    expect(owner.post(f"{puzzles}9/change/", values | {"description": "Mild."}), 302)
    seen = puzzle_fingerprint(Puzzle.objects.get(number=9, description="Mild."))
    expect(owner.post(f"{puzzles}9/reschedule/", {"to": "12:", "seen": seen}), 302)
    assert Puzzle.objects.get(number=12).name == "Product 9"
    add = {"day": TODAY + timedelta(days=1), "name": "Added again", "price_cents": "7.00"}
    expect(owner.post(f"{puzzles}add/", add), 302)
    with (folder / "import.csv").open("w+") as file:
        file.write("number,name,price\n9,Imported,7\n13,New,8\n")
        file.seek(0)
        preview = expect(owner.post(f"{puzzles}import/", {"import_file": file, "format": "0"}), 200)
    confirm = preview.context["confirm_form"]
    values = {name: confirm[name].value() for name in confirm.fields}
    expect(owner.post(f"{puzzles}process_import/", values), 302)
    assert Puzzle.objects.get(number=9).name == "Imported"
    expect(owner.post(f"{puzzles}export/", {"format": "0", "resource": ""}), 200)
    expect(owner.post(f"{puzzles}13/delete/", {"post": "yes"}), 302)
    selected = {"action": "delete_selected", "_selected_action": ["12"], "post": "yes"}
    expect(owner.post(puzzles, selected), 302)
    assert not Puzzle.objects.filter(number__in=(12, 13)).exists()
    results = [str(result.pk) for result in DailyResult.objects.all()]
    export = {"action": "export_csv", "_selected_action": results}
    assert b"lost" in expect(owner.post(f"{ADMIN}stats/dailyresult/", export), 200).getvalue()


def edit_bank() -> None:
    from answers.bank.edit import change_puzzle, create_puzzle, delete_puzzle, swap_products

    create_puzzle({"number": 11, "name": "Added", "price_cents": 500}, NOW)
    changed = change_puzzle(11, {"name": "Renamed"}, 1, NOW)
    assert changed.version == 2
    swap_products(10, 11, NOW)
    delete_puzzle(11, NOW)


def main(folder: Path) -> None:
    users = {name: connections[name].settings_dict["USER"] for name in ("default", "publisher")}
    assert users == {"default": "costcodle_web", "publisher": "costcodle_publisher"}, users
    setup_test_environment()  # so that answers have the context of their pages
    load_bank(folder)
    publish_by_command()
    play()
    read_pages()
    edit_bank()
    administrate()
    administrate_bank(folder)
