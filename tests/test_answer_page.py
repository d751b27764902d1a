"""`/answers/<number>/`: which status when, and what the page says."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from freezegun import freeze_time

from answers.models import PublicationItem
from tests.make import NOW, day_of, make_post, make_puzzle, make_results
from tests.pages import fresh, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_a_published_answer_shows_the_row(client: Client) -> None:
    make_post(7, name="Olive Oil", price_cents=129999)
    page = fresh(client, "/answers/7/")
    assert page.status_code == 200
    assert "Olive Oil" in page.text
    assert "$1,299.99" in page.text


def test_the_page_is_a_function_of_the_published_row(client: Client) -> None:
    post = make_post(7)
    before = fresh(client, "/answers/7/").content
    post.puzzle.name, post.puzzle.price_cents = "Something else", 1
    post.puzzle.save()
    assert fresh(client, "/answers/7/").content == before


def test_a_withdrawn_answer_is_gone(client: Client) -> None:
    make_post(7, name="Olive Oil", withdrawn_at=NOW)
    page = fresh(client, "/answers/7/")
    assert page.status_code == 410
    assert "Olive Oil" not in page.text


@pytest.mark.parametrize(
    ("instant", "says"),
    [
        (
            datetime(2026, 1, 31, 0, 0, tzinfo=UTC),
            'open until <time datetime="2026-02-01T00:10:00Z">February 1, 00:10 UTC</time>',
        ),
        (
            datetime(2026, 2, 1, 0, 9, 59, 999999, tzinfo=UTC),
            'open until <time datetime="2026-02-01T00:10:00Z">February 1, 00:10 UTC</time>',
        ),
        (datetime(2026, 2, 1, 0, 10, tzinfo=UTC), "not been published so far"),
    ],
)
def test_a_begun_puzzle_says_when_its_answer_comes(
    client: Client, instant: datetime, says: str
) -> None:
    make_puzzle(31, name="Secret Cheese")
    with freeze_time(instant):
        page = fresh(client, "/answers/31/")
    assert page.status_code == 404
    assert says in page.text
    assert 'content="noindex"' in page.text
    assert "Secret Cheese" not in page.text


@pytest.mark.parametrize("instant", [NOW, NOW + timedelta(days=1)])
def test_a_page_withdrawn_before_it_was_published_can_not_be_told_from_one_to_come(
    client: Client, instant: datetime
) -> None:
    """And so nothing on it may promise an answer."""
    puzzle = make_puzzle(31)
    with freeze_time(instant):
        to_come = fresh(client, "/answers/31/")
        PublicationItem.objects.create(puzzle=puzzle, state="withdrawn", updated_at=instant)
        withdrawn = fresh(client, "/answers/31/")
    assert withdrawn.status_code == 404
    assert withdrawn.content == to_come.content
    assert withdrawn.headers == to_come.headers
    for promise in ("soon", "comes out on", "will be"):
        assert promise not in to_come.text


def test_a_coming_puzzle_is_as_unknown_as_any(client: Client) -> None:
    make_puzzle(32)
    with freeze_time(datetime(2026, 1, 31, 23, 59, 59, 999999, tzinfo=UTC)):
        assert "not found" in fresh(client, "/answers/32/").text
    with freeze_time(datetime(2026, 2, 1, tzinfo=UTC)):
        assert "not out yet" in fresh(client, "/answers/32/").text


ODD_NUMBERS = [
    "999999999",
    "32",
    "0",
    "007",
    "-7",
    "+7",
    "7.0",
    "7e0",
    "1" * 10,
    "9" * 30,
    "٧",
    "７",
    "abc",
    "%00",
    "7%20",
    "%20" + "7",
    "7%0a",
]


@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_odd_numbers_get_one_and_the_same_plain_404(client: Client, number: str) -> None:
    make_post(7)
    make_puzzle(32)
    plain = fresh(client, "/answers/404404/")
    page = fresh(client, f"/answers/{number}/")
    assert page.status_code == plain.status_code == 404
    assert page.content == plain.content
    assert page.headers == plain.headers
    assert page["Cache-Control"] == "no-store"
    assert "ETag" not in page
    assert "Cache-Status" not in page


def test_neighbours_are_the_nearest_published_ones(client: Client) -> None:
    for number in (2, 3, 5, 8, 9):
        make_post(number, withdrawn_at=NOW if number in (3, 8) else None)
    text = fresh(client, "/answers/5/").text
    assert 'href="/answers/2/" rel="prev"' in text
    assert 'href="/answers/9/" rel="next"' in text
    assert 'rel="prev"' not in fresh(client, "/answers/2/").text
    assert 'rel="next"' not in fresh(client, "/answers/9/").text


def test_a_published_page_shows_the_results_of_its_day(client: Client) -> None:
    make_post(7)
    assert "How everyone did" not in fresh(client, "/answers/7/").text
    make_results(7, won_with=(1, 0, 2, 0, 0, 0), lost=1)
    text = fresh(client, "/answers/7/").text
    assert "How everyone did" in text
    assert "<dd>4</dd>" in text  # players


def test_a_page_costs_two_queries(client: Client) -> None:
    """Its row with its neighbours and the results; or no row, and whether the day has begun."""
    for number in (5, 6, 7):
        make_post(number)
    make_puzzle(31)
    assert day_of(31) == NOW.date()
    for path in ("/answers/6/", "/answers/31/", "/answers/4/"):
        assert len(queries_of(client, path)) == 2, path


def test_only_reading_methods_are_answered(client: Client) -> None:
    make_post(7)
    assert client.post("/answers/7/").status_code == 405
    assert client.head("/answers/7/").status_code == 200


def test_friendly_and_gone_pages_may_be_stored_and_plain_ones_not(client: Client) -> None:
    make_post(7, withdrawn_at=NOW)
    make_puzzle(31)
    for path in ("/answers/7/", "/answers/31/"):
        assert "fwd=miss" in fresh(client, path)["Cache-Status"]
        assert "; hit" in client.get(path)["Cache-Status"]
    assert "Cache-Status" not in client.get("/answers/8/")
