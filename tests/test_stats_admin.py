"""Daily results in the admin."""

import csv
import io

import pytest
from django.urls import reverse

from stats.models import DailyResult
from tests.make import make_puzzle, make_results, make_staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
LIST = "admin:stats_dailyresult_changelist"


def export(client, address: str = "", selected: list[int] | None = None) -> list[list[str]]:
    """Exports the selected rows, or all of the list at `address`."""
    keys = selected or list(DailyResult.objects.values_list("pk", flat=True)[:1])
    response = client.post(
        reverse(LIST) + address,
        {"action": "export_csv", "_selected_action": keys, "select_across": int(not selected)},
    )
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv"
    text = b"".join(response.streaming_content).decode()
    return list(csv.reader(io.StringIO(text)))


def test_list_shows_results_and_the_numbers_of_the_selection(viewer):
    for number, lost in ((30, 3), (31, 0)):
        make_puzzle(number)
        make_results(number, (0, 1, 0, 0, 0, 0), lost=lost)
    page = viewer.get(reverse(LIST)).content.decode()
    assert "<strong>5</strong> games, 40.0% solved, 4.40 guesses" in page
    assert "<svg" in page
    page = viewer.get(reverse(LIST), {"days": "1"}).content.decode()
    assert "<strong>1</strong> game, 100.0% solved" in page
    page = viewer.get(reverse(LIST), {"outcome__exact": "lost"}).content.decode()
    assert "<strong>3</strong> games, 0.0% solved" in page
    page = viewer.get(reverse(LIST), {"q": "30"}).content.decode()
    assert "<strong>4</strong> games" in page


@pytest.mark.parametrize("days", ["x", "", "0", "999999999999"])
def test_a_filter_by_unknown_days_is_none(viewer, days):
    make_puzzle(1)
    make_results(1, lost=2)
    page = viewer.get(reverse(LIST), {"days": days}).content.decode()
    assert "<strong>2</strong> games" in page


def test_list_of_nothing_has_no_chart(viewer):
    assert "<svg class" not in viewer.get(reverse(LIST)).content.decode()


def test_session_is_found_but_not_listed(viewer):
    make_puzzle(31)
    make_results(31, (1, 1, 0, 0, 0, 0))
    assert "made-" not in viewer.get(reverse(LIST)).content.decode()
    page = viewer.get(reverse(LIST), {"q": "made-2"}).content.decode()
    assert "<strong>1</strong> game," in page


def test_statements_of_the_list_do_not_grow_with_the_rows(viewer):
    from tests.pages import queries_of

    make_puzzle(31)
    make_results(31, (1, 0, 0, 0, 0, 0))
    few = len(queries_of(viewer, reverse(LIST)))
    make_puzzle(30)
    make_results(30, (10, 10, 10, 10, 10, 10))
    assert len(queries_of(viewer, reverse(LIST))) == few


def test_nobody_may_add_change_or_delete(client):
    make_puzzle(31)
    make_results(31, (1, 0, 0, 0, 0, 0))
    result = DailyResult.objects.get()
    client.force_login(make_staff("superuser"))
    assert client.get(reverse("admin:stats_dailyresult_add")).status_code == 403
    change = reverse("admin:stats_dailyresult_change", args=[result.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"slot": 7}).status_code == 403
    delete = reverse("admin:stats_dailyresult_delete", args=[result.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    client.post(reverse(LIST), {"action": "delete_selected", "_selected_action": [result.pk]})
    assert DailyResult.objects.get().slot == 1


def test_export_holds_the_filtered_rows_in_order_without_sessions(viewer):
    for number in (31, 30):
        make_puzzle(number)
        make_results(number, (0, 1, 0, 0, 0, 0), lost=1)
    assert export(viewer) == [
        ["puzzle", "day", "slot", "outcome", "guesses_used", "created_at"],
        ["30", "2026-01-30", "1", "won", "2", "2026-01-31T12:00:00Z"],
        ["30", "2026-01-30", "2", "lost", "6", "2026-01-31T12:00:00Z"],
        ["31", "2026-01-31", "1", "won", "2", "2026-01-31T12:00:00Z"],
        ["31", "2026-01-31", "2", "lost", "6", "2026-01-31T12:00:00Z"],
    ]
    assert [row[0] for row in export(viewer, "?days=1")[1:]] == ["31", "31"]
    lost = DailyResult.objects.filter(outcome="lost").values_list("pk", flat=True)
    assert [row[3] for row in export(viewer, selected=list(lost))[1:]] == ["lost", "lost"]


def test_without_the_permission_there_is_neither_list_nor_export(client):
    make_puzzle(31)
    make_results(31, (1, 0, 0, 0, 0, 0))
    client.force_login(make_staff())
    assert client.get(reverse(LIST)).status_code == 403
    key = DailyResult.objects.get().pk
    answer = client.post(reverse(LIST), {"action": "export_csv", "_selected_action": [key]})
    assert answer.status_code == 403
