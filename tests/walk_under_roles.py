"""Walks through the whole site with the two database roles of deploy/postgresql: every page, a
game, the bank, each admin action and command. Run by tests/test_least_privilege.py in a process
of its own, whose DATABASE_URL and PUBLISHER_DATABASE_URL are the roles.
"""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import connections
from django.test import Client

from answers.models import AnswerPost, Puzzle, SiteState
from costcodle import clock
from stats.models import DailyResult

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
    for action in ("publish_now", "withdraw", "restore"):
        form = {"action": action, "_selected_action": ["2"], "reason": "A test."}
        expect(owner.post(f"{ADMIN}answers/answerpost/", form), 302)
    assert SiteState.objects.get().publication_revision >= 6 + 2 + 2


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
    load_bank(folder)
    publish_by_command()
    play()
    read_pages()
    edit_bank()
    administrate()
