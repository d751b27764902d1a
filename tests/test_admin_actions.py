"""publish_now, withdraw and restore from the admin: same functions, outcomes shown and logged."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from answers.models import AnswerPost, PublicationItem, PublicationLog, SiteState
from answers.publishing import publish_puzzle
from tests.make import NOW, make_puzzle, make_staff

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("noon"),
]


@pytest.fixture
def publisher(client: Client) -> Client:
    client.force_login(make_staff("Publisher"))
    return client


def act(client: Client, action: str, *numbers: int, model="answerpost", **more: str):
    data = {"action": action, "_selected_action": numbers, **more}
    return client.post(reverse(f"admin:answers_{model}_changelist"), data)


def said(answer: HttpResponse) -> list[str]:
    return [f"{message.level_tag}: {message}" for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


def make_published(*numbers: int) -> None:
    for number in numbers:
        make_puzzle(number)
        publish_puzzle(number)


def log() -> list[tuple[int, str, str]]:
    rows = PublicationLog.objects.order_by("revision")
    return list(rows.values_list("puzzle", "action", "reason"))


@pytest.mark.parametrize("model", ["publicationitem", "answerpost"])
def test_withdraw_then_restore(publisher: Client, model: str):
    make_published(1)
    withdrawn = act(publisher, "withdraw", 1, model=model, post="yes", reason="Wrong product.")
    assert said(withdrawn) == ["success: #1 withdrawn (version 2, revision 2, fence 2)"]
    assert AnswerPost.objects.get().withdrawn_at == NOW
    restored = act(publisher, "restore", 1, model=model)
    assert said(restored)[-1] == "success: #1 restored (version 3, revision 3, fence 3)"
    assert log() == [(1, "publish", ""), (1, "withdraw", "Wrong product."), (1, "restore", "")]


def test_withdraw_asks_for_the_reason_first(publisher: Client):
    make_published(1, 2)
    page = act(publisher, "withdraw", 1, 2)
    assert page.status_code == 200
    assert 'name="reason"' in page.text
    assert page.text.count('name="_selected_action"') == 2
    assert len(log()) == 2  # nothing but the two publications


@pytest.mark.parametrize("reason", ["", "   ", "a\0b", "x" * 501])
def test_withdraw_without_a_proper_reason_does_nothing(publisher: Client, reason: str):
    make_published(1)
    page = act(publisher, "withdraw", 1, post="yes", reason=reason)
    assert page.status_code == 200
    assert "errorlist" in page.text
    assert AnswerPost.objects.published().exists()


BACK = "/admin/answers/puzzle/1/change/"


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        (BACK, BACK),
        ("", "/admin/answers/answerpost/"),
        ("https://other.example/", "/admin/answers/answerpost/"),
        ("//other.example/", "/admin/answers/answerpost/"),
        ("javascript:alert(1)", "/admin/answers/answerpost/"),
    ],
)
def test_a_button_leads_back_to_its_own_page_and_to_no_other_site(
    publisher: Client, back: str, leads_to: str
):
    make_published(1)
    asked = act(publisher, "withdraw", 1, back=back)
    kept = asked.context["back"]
    assert kept == (BACK if leads_to == BACK else "")
    assert f'href="{kept or leads_to}" class="closelink"' in asked.text
    withdrawn = act(publisher, "withdraw", 1, post="yes", reason="Wrong product.", back=back)
    assert (withdrawn.status_code, withdrawn.url) == (302, leads_to)
    for action in ("restore", "publish_now"):
        assert act(publisher, action, 1, back=back).url == leads_to


def test_buttons_of_a_puzzle_and_of_the_dashboard_name_their_page(publisher: Client):
    make_puzzle(1)
    for page in (BACK, reverse("admin:index")):
        assert f'<input type="hidden" name="back" value="{page}">' in publisher.get(page).text


def test_publish_now_updates_a_corrected_page(publisher: Client):
    make_published(1)
    puzzle = AnswerPost.objects.get().puzzle
    puzzle.name, puzzle.version = "Corrected", 2
    puzzle.save()
    answer = act(publisher, "publish_now", 1, model="publicationitem")
    assert said(answer) == ["success: #1 updated (version 2, revision 2, fence 2)"]
    assert AnswerPost.objects.get().name == "Corrected"


def test_publish_now_of_what_is_up_to_date_says_so(publisher: Client):
    make_published(1)
    assert said(act(publisher, "publish_now", 1)) == ["info: #1 unchanged"]
    assert SiteState.objects.get().publication_revision == 1


def test_an_outcome_is_shown_for_each_puzzle_in_order(publisher: Client):
    make_published(2, 1)
    PublicationItem.objects.create(puzzle=make_puzzle(31), updated_at=NOW)
    answer = act(publisher, "publish_now", 31, 2, 1, model="publicationitem")
    assert said(answer) == [
        "info: #1 unchanged",
        "info: #2 unchanged",
        "error: #31 failed: its game ends on 1 February 2026 at 00:10 UTC;"
        " its answer page can come out then",
    ]


def test_every_action_leaves_an_entry_in_the_admin_log(publisher: Client):
    make_published(1)
    act(publisher, "withdraw", 1, reason="Wrong product.")
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id) == ("publisher", "1")
    assert entry.change_message.startswith("#1 withdrawn")


def test_a_clock_that_is_wrong_publishes_nothing(publisher: Client, monkeypatch):
    from answers.admin import actions
    from answers.publishing import ClockSkew

    def refuse() -> None:
        raise ClockSkew(612)

    make_published(1)
    AnswerPost.objects.update(bank_version=0)
    monkeypatch.setattr(actions, "check_clock", refuse)
    assert said(act(publisher, "publish_now", 1))[0].startswith("error: This machine's clock is")
    assert AnswerPost.objects.get().bank_version == 0


@pytest.mark.parametrize("selected", ["abc", "a\0b", "9" * 30])
def test_a_selection_that_is_no_number_is_no_server_error(publisher: Client, selected: str):
    make_published(1)
    answer = act(publisher, "publish_now", selected)  # type: ignore[arg-type]
    assert answer.status_code in (302, 400)
    assert not LogEntry.objects.exists()
