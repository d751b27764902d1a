"""The results pages and their JSON, with a frozen clock: puzzle 31 is open, 1 to 30 are over."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from freezegun import freeze_time

from stats.models import DailyResult
from tests.make import NOW, day_of, make_puzzle, make_results

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def frozen_clock():
    with freeze_time(NOW) as clock:
        yield clock


def read_json(client, number: int) -> dict:
    response = client.get(f"/stats/{number}.json")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


def text_of(response) -> str:
    """The page as a reader sees it, tags and spaces folded."""
    body = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", body)


def test_json_of_an_open_day(client):
    make_puzzle(31)
    make_results(31, (1, 0, 2, 0, 0, 3), lost=2)
    assert read_json(client, 31) == {
        "puzzle": 31,
        "players": 8,
        "won": 6,
        "lost": 2,
        "distribution": {"1": 1, "2": 0, "3": 2, "4": 0, "5": 0, "6": 3},
        "average_guesses": 4.62,
        "final": False,
    }


def test_json_without_results_has_zeros_and_no_average(client):
    make_puzzle(30)
    assert read_json(client, 30) == {
        "puzzle": 30,
        "players": 0,
        "won": 0,
        "lost": 0,
        "distribution": dict.fromkeys("123456", 0),
        "average_guesses": None,
        "final": True,
    }


@pytest.mark.parametrize(("lost", "notes"), [(0, 0), (2, 2)])
def test_what_a_lost_game_counts_for_is_said_wherever_there_is_one(client, lost, notes):
    """Beside the day's own average, and above those of the table."""
    for number in (30, 31):
        make_puzzle(number)
        make_results(number, (1, 0, 2, 0, 0, 3), lost=lost)
    note = "In the average, a game that was not solved counts as six guesses."
    assert text_of(client.get("/stats/31/")).count(note) == notes


@pytest.mark.parametrize(
    ("now", "final"),
    [
        (datetime(2026, 2, 1, 0, 9, 59, tzinfo=UTC), False),
        (datetime(2026, 2, 1, 0, 10, tzinfo=UTC), True),
    ],
)
def test_numbers_are_final_when_the_puzzle_closes(client, frozen_clock, now, final):
    make_puzzle(31)
    frozen_clock.move_to(now)
    assert read_json(client, 31)["final"] is final
    page = text_of(client.get("/stats/31/"))
    assert ("these numbers are final" in page) is final
    assert ("open until February 1, 00:10 UTC" in page) is not final


def test_sums_on_every_page_equal_the_rows(client):
    for number in (29, 30, 31):
        make_puzzle(number)
        make_results(number, (number, 1, 2, 3, 4, 5), lost=number % 7)
    for number in (29, 30, 31):
        rows = DailyResult.objects.filter(puzzle=number)
        found = read_json(client, number)
        assert found["players"] == rows.count() == found["won"] + found["lost"]
        assert (
            found["won"]
            == rows.filter(outcome="won").count()
            == sum(found["distribution"].values())
        )
        response = client.get(f"/stats/{number}/")
        table = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
        counts = [int(count) for count in re.findall(r'"number">(\d+)<', table)]
        assert counts == [*found["distribution"].values(), found["lost"]]
        assert f"{rows.count()} Players" in swap_figures(response)
    assert f"{DailyResult.objects.count()} games" in text_of(client.get("/stats/"))


def swap_figures(response) -> str:
    """Figures as the style sheet shows them, the number before its name."""
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", response.content.decode())
    return "; ".join(f"{number} {name}" for name, number in found)


def test_today_shows_todays_puzzle(client):
    make_puzzle(30)
    make_puzzle(31)
    make_results(31, (0, 0, 3, 0, 0, 0), lost=1)
    response = client.get("/stats/")
    assert response.status_code == 200
    assert "How everyone did on #31" in text_of(response)
    assert swap_figures(response) == "4 Players; 75% Solved; 3.75 Avg. guesses"


def test_today_in_the_grace_window_is_the_new_day(client, frozen_clock):
    make_puzzle(31)
    make_puzzle(32)
    frozen_clock.move_to(datetime(2026, 2, 1, 0, 5, tzinfo=UTC))
    assert "How everyone did on #32" in text_of(client.get("/stats/"))
    assert "open until February 1, 00:10 UTC" in text_of(client.get("/stats/31/"))


def test_day_without_a_puzzle_is_said(client):
    make_puzzle(30)
    response = client.get("/stats/")
    assert response.status_code == 200
    assert "No puzzle today" in text_of(response)
    assert 'href="/stats/30/"' in response.content.decode()


def test_begun_day_without_results_is_said(client):
    make_puzzle(31)
    make_puzzle(30)
    assert "No finished games yet" in text_of(client.get("/stats/31/"))
    assert "Nobody finished this one in time" in text_of(client.get("/stats/30/"))


@pytest.mark.parametrize("ending", ["/", ".json"])
@pytest.mark.parametrize("number", ["32", "7", "031", "0", "-1", "1e1", "999999999999", "٣١"])
def test_future_unknown_and_padded_numbers_are_the_plain_404(client, number, ending):
    make_puzzle(31)
    make_puzzle(32)
    response, plain = client.get(f"/stats/{number}{ending}"), client.get("/answers/4711/")
    assert response.status_code == plain.status_code == 404
    assert response.content == plain.content


def test_a_puzzle_that_came_later_is_found(client):
    assert client.get("/stats/31/").status_code == 404
    make_puzzle(31)
    assert client.get("/stats/31/").status_code == 200


def test_only_reading_is_allowed(client):
    make_puzzle(31)
    for address in ("/stats/", "/stats/31/", "/stats/31.json"):
        assert client.post(address).status_code == 405


def test_nothing_tells_the_product_or_its_price(client):
    make_puzzle(31, name="A telling name", price_cents=98765, size="17 oz", description="Telling")
    make_results(31, (1, 1, 1, 1, 1, 1), lost=1)
    for address in ("/stats/", "/stats/31/", "/stats/31.json"):
        body = client.get(address).content.decode()
        for secret in ("telling", "Telling", "987", "17 oz", "made-"):
            assert secret not in body


def test_few_queries_a_page_however_many_results(client, django_assert_num_queries):
    for number in range(1, 32):
        make_puzzle(number)
        make_results(number, (1, 2, 3, 4, 3, 2), lost=number)
    with django_assert_num_queries(2):  # the puzzles of the days, and their results
        client.get("/stats/")
    with django_assert_num_queries(3):  # the day of the number as well
        client.get("/stats/20/")
    cache.clear()
    with django_assert_num_queries(2):  # it is remembered
        client.get("/stats/20/")
    with django_assert_num_queries(1):
        client.get("/stats/20.json")


def test_trend_holds_the_ninety_days_up_to_the_page(client, frozen_clock):
    for number in (1, 2, 91, 92):
        make_puzzle(number)
        make_results(number, (1, 0, 0, 0, 0, 0), lost=number)
    frozen_clock.move_to(datetime.combine(day_of(92), NOW.timetz()))
    page = client.get("/stats/91/").context["page"]
    assert [day.number for day in page.trend] == [2, 91]
    assert (page.first_day, page.total.players) == (day_of(2), 1 + 2 + 1 + 91)
    assert page.newer.number == 92


@pytest.mark.parametrize(("first", "num_days"), [(30, 14), (11, 21), (1, 31)])
def test_charts_of_a_young_site_begin_with_its_first_players(client, first, num_days):
    """Two weeks they show at least: two bars as wide as the page would be no chart."""
    for number in (first, 31):
        make_puzzle(number)
        make_results(number, (1, 0, 0, 0, 0, 0))
    response = client.get("/stats/31/")
    page = response.context["page"]
    assert (page.num_days, page.first_day) == (num_days, day_of(31 - num_days + 1))
    assert f"{num_days} days up to January 31" in text_of(response)
    assert page.columns[-1].x + page.columns[-1].width == pytest.approx(100, abs=1)


def test_hardest_and_easiest_are_of_the_month_and_only_of_days_that_are_over(client):
    games = {28: (5, 5), 29: (2, 8), 30: (9, 1), 31: (0, 10)}
    for number, (won, lost) in games.items():
        make_puzzle(number)
        make_results(number, (0, 0, won, 0, 0, 0), lost=lost)
    page = client.get("/stats/30/").context["page"]
    assert [day.number for day in page.by_difficulty] == [29, 28, 30]
    page = text_of(client.get("/stats/"))
    assert re.search(r"Hardest #29 , January 29 20% of 10 players", page)
    assert re.search(r"Easiest #30 , January 30 90% of 10 players", page)


def test_same_share_with_more_guesses_is_harder(client):
    for number, won_with in ((29, (9, 0, 0, 0, 0, 0)), (30, (0, 0, 0, 0, 0, 9))):
        make_puzzle(number)
        make_results(number, won_with, lost=1)
    page = client.get("/stats/30/").context["page"]
    assert [day.number for day in page.by_difficulty] == [30, 29]


def test_another_months_days_are_not_ranked(client, frozen_clock):
    for number in (31, 32):
        make_puzzle(number)
        make_results(number, (1, 0, 0, 0, 0, 0))
    frozen_clock.move_to(NOW + timedelta(days=3))
    page = client.get("/stats/32/").context["page"]
    assert [day.number for day in page.by_difficulty] == [32]


def test_every_chart_has_a_text_alternative_and_a_table(client):
    for number in (30, 31):
        make_puzzle(number)
        make_results(number, (1, 2, 0, 0, 0, 0), lost=4)
    body = client.get("/stats/31/").content.decode()
    charts = re.findall(r'role="img" aria-labelledby="(\S+) (\S+)"', body)
    assert len(charts) == 3
    for title, description in charts:
        assert f'<title id="{title}">' in body
        assert f'<desc id="{description}">' in body
    assert "1: 1, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0, Not solved: 4." in body
    assert body.count("<table") == 2


def test_a_single_day_with_results_has_no_trend(client):
    make_puzzle(31)
    make_results(31, (1, 2, 0, 0, 0, 0))
    assert 'id="trend"' not in client.get("/stats/31/").content.decode()


def test_pages_need_no_inline_style_or_script(client):
    make_puzzle(31)
    make_results(31, (1, 2, 0, 0, 0, 0), lost=4)
    body = client.get("/stats/31/").content.decode()
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script>", body)
