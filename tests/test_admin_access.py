"""Who may open what in the admin: every page and every action, role by role, object by object."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from answers.models import Puzzle, SiteState
from answers.publishing import publish_puzzle, restore_puzzle, withdraw_puzzle
from leases.models import JobLease
from tests.make import NOW, make_puzzle, make_staff

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("bank"),
]

ROLES = ["anonymous", "no group", "Viewer", "Editor", "Publisher", "superuser"]
ALL = {"Viewer", "Editor", "Publisher", "superuser"}
EDITORS = {"Editor", "superuser"}
PUBLISHERS = {"Publisher", "superuser"}
NOBODY: set[str] = set()

# Puzzle 1 is published, 31 is being played, 40 is to come.
PAGES = {
    "answers/puzzle/": ALL,
    "answers/puzzle/40/change/": ALL,
    "answers/puzzle/40/history/": ALL,
    "answers/puzzle/add/": EDITORS,
    "answers/puzzle/40/delete/": EDITORS,
    "answers/puzzle/31/delete/": NOBODY,
    "answers/puzzle/1/delete/": NOBODY,
    "answers/puzzle/calendar/": ALL,
    "answers/puzzle/40/reschedule/": EDITORS,
    "answers/puzzle/40/photo/": EDITORS,
    "answers/puzzle/40/preview/answer/": ALL,
    "answers/puzzle/40/preview/game/": ALL,
    "answers/puzzle/import/": EDITORS,
    "answers/puzzle/export/": ALL,
    "auth/user/": {"superuser"},
    "axes/accessattempt/": {"superuser"},
    "otp_totp/totpdevice/": {"superuser"},
}
for model, key in (
    ("answers/publicationitem", "1"),
    ("answers/answerpost", "1"),
    ("answers/publicationlog", "1"),
    ("answers/sitestate", "1"),
    ("leases/joblease", "publication_3A1"),
):
    PAGES[f"{model}/"] = PAGES[f"{model}/{key}/change/"] = ALL
    PAGES[f"{model}/add/"] = PAGES[f"{model}/{key}/delete/"] = NOBODY


@pytest.fixture
def bank(settings):
    settings.MAX_CLOCK_SKEW = timedelta(0)  # only this process's clock is frozen
    with freeze_time(NOW):
        for number in (1, 31, 40):
            make_puzzle(number)
        publish_puzzle(1)
        yield


def client_of(role: str) -> Client:
    client = Client()
    if role != "anonymous":
        client.force_login(make_staff("" if role == "no group" else role))
    return client


def admin(path: str) -> str:
    return reverse("admin:index") + path


@pytest.mark.parametrize("role", ROLES)
def test_pages(role: str):
    client = client_of(role)
    refusal = 302 if role == "anonymous" else 403
    expected = {page: 200 if role in who else refusal for page, who in PAGES.items()}
    assert {page: client.get(admin(page)).status_code for page in PAGES} == expected


@pytest.mark.parametrize("role", ROLES)
def test_no_page_may_be_stored(role: str):
    client = client_of(role)
    kept = [p for p in PAGES if "no-store" not in client.get(admin(p)).headers["Cache-Control"]]
    assert kept == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("model", ["puzzle", "publicationitem", "answerpost"])
def test_actions(role: str, model: str):
    client = client_of(role)
    allowed = role in PUBLISHERS

    def act(action: str) -> bool:
        """Posts the action and tells whether it changed the site."""
        before = SiteState.objects.get().publication_revision
        data = {"action": action, "_selected_action": 1, "reason": "x"}
        answer = client.post(admin(f"answers/{model}/"), data)
        assert answer.status_code == (302 if allowed or role == "anonymous" else 403)
        return SiteState.objects.get().publication_revision > before

    assert act("withdraw") is allowed
    withdraw_puzzle(1, "x")
    assert act("restore") is allowed
    restore_puzzle(1)
    Puzzle.objects.filter(pk=1).update(version=2, name="Corrected")
    assert act("publish_now") is allowed


@pytest.mark.parametrize("role", ["anonymous", "no group", "Viewer", "Publisher"])
@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("answers/puzzle/add/", {"day": "2026-02-20", "name": "New", "price_cents": "1.00"}),
        ("answers/puzzle/40/change/", {"name": "X", "price_cents": "1", "seen": "x"}),
        ("answers/puzzle/40/delete/", {"post": "yes"}),
        ("answers/puzzle/40/reschedule/", {"to": "41:x", "seen": "x"}),
        ("answers/puzzle/40/photo/", {"photo": "x"}),
        ("answers/puzzle/import/", {"format": "0"}),
        ("answers/puzzle/process_import/", {"format": "0"}),
    ],
)
def test_who_is_no_editor_changes_nothing_in_the_bank(role: str, page: str, data: dict):
    before = list(Puzzle.objects.values())
    answer = client_of(role).post(admin(page), data)
    assert answer.status_code == (302 if role == "anonymous" else 403)
    assert list(Puzzle.objects.values()) == before


@pytest.mark.parametrize("role", ROLES)
def test_the_selection_is_deleted_by_editors_only_and_only_if_none_has_begun(role: str):
    data = {"action": "delete_selected", "_selected_action": [31, 40], "post": "yes"}
    client = client_of(role)
    client.post(admin("answers/puzzle/"), data)
    assert Puzzle.objects.count() == 3
    client.post(admin("answers/puzzle/"), data | {"_selected_action": [40]})
    assert Puzzle.objects.filter(pk=40).exists() is (role not in EDITORS)


@pytest.mark.parametrize("role", ROLES)
def test_nobody_writes_ledger_posts_log_state_or_leases(role: str):
    client = client_of(role)
    for model in ("publicationitem", "answerpost", "publicationlog", "sitestate"):
        data = {"state": "pending", "name": "X", "publication_revision": "9", "reason": "x"}
        client.post(admin(f"answers/{model}/1/change/"), data)
        client.post(admin(f"answers/{model}/1/delete/"), {"post": "yes"})
        selected = {"action": "delete_selected", "_selected_action": 1, "post": "yes"}
        client.post(admin(f"answers/{model}/"), selected)
    client.post(admin("leases/joblease/publication_3A1/delete/"), {"post": "yes"})
    puzzle = Puzzle.objects.get(pk=1)
    assert (puzzle.publication.state, puzzle.post.name) == ("published", "Product 1")
    assert SiteState.objects.get().publication_revision == 1
    assert JobLease.objects.get().fence == 1


def test_the_dashboard_shows_its_facts_to_every_role_but_not_to_other_staff():
    assert "Last publications" in client_of("Viewer").get(admin("")).text
    assert "Last publications" not in client_of("no group").get(admin("")).text


def test_an_unknown_puzzle_has_no_pages():
    client = client_of("superuser")
    for page in ("reschedule/", "photo/", "preview/answer/", "preview/game/"):
        assert client.get(admin(f"answers/puzzle/99/{page}")).status_code == 404
