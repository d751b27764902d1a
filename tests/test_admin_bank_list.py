"""The list of the bank: states, winning windows, search, filters."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from answers.admin.page_state import STATES, with_page_state
from answers.admin.window import is_small, winning_window
from answers.models import Puzzle
from answers.publishing import find_due, publish_puzzle, withdraw_puzzle
from costcodle.rules import judge
from tests.make import NOW, make_photo_ready, make_puzzle

LIST = "admin:answers_puzzle_changelist"


def listed(client: Client, **query: str) -> list[int]:
    return [row.pk for row in client.get(reverse(LIST), query).context["cl"].result_list]


@pytest.mark.engine_free
@pytest.mark.parametrize("price", [1, 19, 20, 39, 40, 499, 500, 1199, 9_999_999])
def test_the_window_is_what_the_game_lets_win(price: int):
    lowest, highest = winning_window(price)
    assert judge(lowest, price).band == judge(highest, price).band == "win"
    assert "win" not in {judge(lowest - 1, price).band, judge(highest + 1, price).band}


@pytest.mark.engine_free
def test_a_window_of_fewer_than_fifty_amounts_is_small():
    assert [is_small(price) for price in (1, 499, 500, 1199)] == [True, True, False, False]


@pytest.mark.django_db
def test_price_window_and_flag_are_shown(viewer: Client):
    make_puzzle(40, price_cents=1199)
    make_puzzle(41, price_cents=189)
    page = viewer.get(reverse(LIST)).text
    assert "$11.40 to $12.58 (119 ¢)" in page
    assert '<span class="small-window">$1.80 to $1.98 (19 ¢) small</span>' in page


@pytest.mark.django_db
def test_a_photo_is_shown_as_thumbnail(viewer: Client):
    make_puzzle(40)
    assert 'class="thumbnail"' not in viewer.get(reverse(LIST)).text
    make_photo_ready(40)
    assert 'class="thumbnail"' in viewer.get(reverse(LIST)).text


@pytest.mark.django_db
@freeze_time(NOW)
@pytest.mark.parametrize("query", ["41", "special", "SPECIAL"])
def test_search_by_number_and_name(viewer: Client, query: str):
    make_puzzle(40)
    make_puzzle(41, name="Something special")
    assert listed(viewer, q=query) == [41]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        {"q": "a\0b"},
        {"state": "a\0b"},
        {"image_state__exact": "a\0b"},
        {"image_state__exact": ["a\0b", "ready"]},
        {"p": "x"},
    ],
)
def test_a_strange_query_is_no_server_error(viewer: Client, query: dict):
    make_puzzle(40)
    assert viewer.get(reverse(LIST), query).status_code in (200, 302, 400)


@pytest.mark.django_db
def test_neither_is_a_nul_byte_in_the_path_of_a_row(viewer: Client):
    """A lease's key is text, so that this one reaches the database."""
    assert viewer.get(f"/{settings.ADMIN_PATH}leases/joblease/a%00b/change/").status_code == 400


@pytest.mark.django_db
def test_the_list_costs_the_same_queries_for_any_number_of_puzzles(
    viewer: Client, django_assert_num_queries
):
    make_puzzle(40)
    with django_assert_num_queries(11):
        viewer.get(reverse(LIST))
    for number in range(41, 61):
        make_puzzle(number)
    with django_assert_num_queries(11):
        viewer.get(reverse(LIST))


@pytest.mark.django_db(transaction=True, databases=["default", "publisher"])
@freeze_time(NOW)
def test_every_state_has_its_filter_and_due_is_what_the_publisher_says(viewer: Client):
    for number in range(1, 8):
        make_puzzle(number)
        publish_puzzle(number)
    withdraw_puzzle(2, "wrong")
    Puzzle.objects.filter(pk=3).update(version=2)
    make_photo_ready(4)
    make_puzzle(9)  # over, never published
    make_puzzle(31)
    make_puzzle(40)
    assert {state: listed(viewer, state=state) for state in STATES} == {
        "upcoming": [40],
        "being played": [31],
        "due": [9, 4, 3],
        "published": [7, 6, 5, 1],
        "withdrawn": [2],
    }
    states = with_page_state(Puzzle.objects.all(), NOW).filter(page_state="due")
    assert sorted(puzzle.pk for puzzle in states) == find_due()
