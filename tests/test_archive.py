"""`/answers/`: order, pages, headings, search, and what is not a page of it."""

import pytest
from django.test import Client

from answers.archive import PAGE_SIZE
from tests.make import NOW, make_post, make_posts
from tests.pages import fresh, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def numbers(client: Client, query: str = "") -> list[int]:
    """The numbers of the answers that a page of the archive links to, in its order."""
    page = fresh(client, f"/answers/{query}")
    assert page.status_code == 200
    return [post.number for post in page.context["page"].posts]


def test_newest_first_without_withdrawn_ones(client: Client) -> None:
    for number in (1, 2, 3):
        make_post(number, withdrawn_at=NOW if number == 2 else None)
    assert numbers(client) == [3, 1]
    assert 'href="/answers/2/"' not in fresh(client, "/answers/").text


def test_pages_hold_every_answer_once(client: Client) -> None:
    make_posts(2 * PAGE_SIZE + 1)
    first, second, third = numbers(client), numbers(client, "?page=2"), numbers(client, "?page=3")
    assert first + second + third == list(range(2 * PAGE_SIZE + 1, 0, -1))
    assert first == numbers(client, "?page=1")
    page = fresh(client, "/answers/?page=2").text
    assert 'rel="prev" href="/answers/"' in page
    assert 'rel="next" href="/answers/?page=3"' in page
    assert '<link rel="canonical" href="http://testserver/answers/?page=2">' in page
    assert 'rel="next"' not in fresh(client, "/answers/?page=3").text


def test_a_full_last_page_has_none_after_it(client: Client) -> None:
    make_posts(PAGE_SIZE)
    assert 'rel="next"' not in fresh(client, "/answers/").text
    assert fresh(client, "/answers/?page=2").status_code == 404


def test_months_have_headings(client: Client) -> None:
    for number in (31, 32, 33):
        make_post(number)
    text = fresh(client, "/answers/").text
    assert text.count("<h2>February 2026</h2>") == text.count("<h2>January 2026</h2>") == 1
    assert text.index("February 2026") < text.index("January 2026")


@pytest.mark.parametrize(
    "page",
    ["0", "-1", "abc", "", "01", "%2B1", "1.0", "2", "999999", "9" * 30, "٢", "２", "1%00", "%201"],
)
def test_what_is_not_a_page_is_the_plain_404(client: Client, page: str) -> None:
    make_post(1)
    answer = fresh(client, f"/answers/?page={page}")
    assert answer.status_code == 404
    assert answer.content == fresh(client, "/answers/404404/").content
    assert answer["Cache-Control"] == "no-store"


def test_an_empty_archive_says_so(client: Client) -> None:
    page = fresh(client, "/answers/")
    assert page.status_code == 200
    assert "No answers yet" in page.text


def test_a_page_costs_one_query_with_2000_answers(client: Client) -> None:
    make_posts(2000)
    for query in ("", "?page=60", "?q=product", "?q=product+7&page=2"):
        assert len(queries_of(client, f"/answers/{query}")) == 1, query


NAMES = {
    1: "Kirkland Wild Salmon, 3 lb",
    2: "Salmon Burgers 100% Wild",
    3: "Campbell’s Soup",
    4: "Crème Fraîche",
    5: "A_B Snack \\ Mix",
    6: "Axb Snack",
    7: "Ends with %",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("salmon", [2, 1]),
        ("SALMON wild", [2, 1]),
        ("wild kirkland", [1]),
        ("Campbell's", [3]),
        ("campbell’s", [3]),
        ("CRÈME", [4]),
        ("crème", [4]),
        ("%", [7, 2]),
        ("100%", [2]),
        ("_", [5]),
        ("a_b", [5]),
        ("\\", [5]),
        ("' OR 1=1 --", []),
        ("salmon\0", []),
        ("\0", []),
        ("\ud7ff", []),
        ("x" * 100, []),
        ("   ", [7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_a_search_finds_names_that_have_every_word(
    client: Client, query: str, found: list[int]
) -> None:
    for number, name in NAMES.items():
        make_post(number, name=name)
    page = fresh(client, "/answers/", {"q": query})
    assert [post.number for post in page.context["page"].posts] == found
    assert page["Cache-Control"] == "no-store"


def test_a_search_without_result_says_so_with_its_text_escaped(client: Client) -> None:
    page = fresh(client, "/answers/", {"q": '"><script>'})
    assert page.status_code == 200
    assert "Nothing found" in page.text
    assert "<script>" not in page.text.replace("<script src", "")
    assert 'content="noindex"' in page.text


def test_a_search_is_at_most_100_characters_long(client: Client) -> None:
    page = fresh(client, "/answers/", {"q": "x" * 101})
    assert page.status_code == 400
    assert "at most 100 characters" in page.text
    assert page["Cache-Control"] == "no-store"


def test_a_search_has_pages_too(client: Client) -> None:
    make_posts(PAGE_SIZE + 1, name="Soup & Salt")
    page = fresh(client, "/answers/", {"q": "& salt"})
    assert 'href="/answers/?q=%26+salt&amp;page=2"' in page.text
    assert numbers(client, "?q=%26+salt&page=2") == [1]
    assert fresh(client, "/answers/?q=%26+salt&page=3").status_code == 404
