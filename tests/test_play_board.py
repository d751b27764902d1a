"""GET /play/: whose board, of which puzzle; the home page; days without a puzzle."""

from datetime import timedelta

import pytest
from freezegun import freeze_time

from tests.make import NOW, day_of, make_puzzle
from tests.pages import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
JSON = {"accept": "application/json"}
MIDNIGHT = NOW.replace(hour=0)
GRACE = MIDNIGHT + timedelta(minutes=5)


def shown(client, query=""):
    return client.get(f"/play/{query}", headers=JSON)


def guess(client, text, puzzle):
    return client.post("/play/", {"puzzle": puzzle, "guess": text}, headers=JSON)


def test_stranger_sees_todays_and_gets_no_cookie(client):
    make_puzzle(31)
    response = shown(client)
    assert (response.json()["puzzle"], response.json()["state"]) == (31, "playing")
    assert response["Cache-Control"] == "no-store"
    assert not response.cookies


def test_grace_shows_yesterdays_only_when_begun_unfinished_and_todays_not_begun(client):
    make_puzzle(30)
    make_puzzle(31)
    with freeze_time(MIDNIGHT - timedelta(minutes=1)):
        guess(client, "1", 30)
    with freeze_time(GRACE):
        assert shown(client).json()["puzzle"] == 30
        assert shown(client, "?puzzle=31").json()["puzzle"] == 31
        page = client.get("/play/").content.decode()
        assert 'href="/play/?puzzle=31"' in page  # the new one is offered
        guess(client, "1", 31)
        assert shown(client).json()["puzzle"] == 31
        assert 'href="/play/?puzzle=30"' in client.get("/play/").content.decode()
        assert shown(client, "?puzzle=30").json()["guesses"][0]["guess"] == "1.00"
    with freeze_time(MIDNIGHT + timedelta(minutes=10)):
        assert shown(client).json()["puzzle"] == 31
        assert shown(client, "?puzzle=30").status_code == 409


def test_end_says_which_day_it_is_about(client):
    for number in (30, 31):
        make_puzzle(number)
    with freeze_time(MIDNIGHT - timedelta(minutes=1)):
        guess(client, "1", 30)
    with freeze_time(GRACE):
        guess(client, "11.99", 30)
        guess(client, "11.99", 31)
        yesterdays = client.get("/play/?puzzle=30").content.decode()
        todays = client.get("/play/?puzzle=31").content.decode()
    assert "You are player 1 of #30; 100% solved it." in yesterdays
    assert 'aria-label="in 2, #30"' in yesterdays
    assert "today;" not in yesterdays and ", today" not in yesterdays
    assert "You are player 1 today; 100% solved it." in todays
    assert 'aria-label="in 1, today"' in todays


@pytest.mark.parametrize(
    ("query", "status"),
    [("?puzzle=32", 404), ("?puzzle=x", 404), ("?puzzle=", 404), ("?puzzle=29", 409)],
)
def test_named_puzzle_that_is_not_open(client, query, status):
    make_puzzle(29)
    make_puzzle(31)
    make_puzzle(32)
    assert shown(client, query).status_code == status
    assert client.get(f"/play/{query}").status_code == status


def test_cookie_of_another_puzzle_starts_clean_and_keeps_the_record(client):
    make_puzzle(29)
    make_puzzle(31)
    with freeze_time(f"{day_of(29)} 10:00"):
        guess(client, "11.99", 29)
    state = shown(client).json()
    assert (state["guesses"], state["record"]["played"]) == ([], 1)


@pytest.mark.parametrize("value", ["", "x", "a:b", "é", "1" * 5000, '"\\'])
def test_unreadable_cookie_is_a_fresh_start(client, value):
    make_puzzle(31)
    client.cookies["player"] = value
    assert shown(client).json()["record"]["played"] == 0
    assert guess(client, "5", 31).status_code == 200


def test_no_puzzle_today(client):
    make_puzzle(33)
    page = client.get("/play/")
    assert page.status_code == 200
    assert "Monday, February 2" in page.content.decode()
    assert shown(client).json()["error"] == "unknown_puzzle"
    assert shown(client).status_code == 404
    home = client.get("/")
    assert home.status_code == 200
    assert "Product 33" not in home.content.decode()


def test_home_is_the_same_for_everyone(client):
    make_puzzle(31, price_note="price per lb", price_as_of=day_of(20))
    stranger = client.get("/")
    guess(client, "11.99", 31)
    player = client.get("/")
    assert stranger.content == player.content
    assert not player.cookies and "Cookie" not in player.get("Vary", "")
    page = player.content.decode()
    for text in ("Product 31", "2 lb", "(price per lb)", "January 20, 2026", "a test shelf"):
        assert text in page
    assert 'name="puzzle" value="31"' in page and "11.99" not in page


def test_home_reads_the_puzzle_once(client):
    make_puzzle(31)
    assert len(queries_of(client, "/")) == 1


def test_refused_methods(client):
    make_puzzle(31)
    assert client.put("/play/").status_code == 405
    assert client.post("/").status_code == 405
    assert client.head("/play/").status_code == 200


@pytest.mark.parametrize("source", ["https://shop.example/milk-4.59", "www.shop.example/milk"])
def test_a_web_address_of_the_price_is_told_after_the_end_only(client, source):
    make_puzzle(31, price_cents=1199, source=source)
    for page in ("/", "/play/"):
        assert "shop.example" not in client.get(page).content.decode()
    guess(client, "11.99", 31)
    assert source in client.get("/play/").content.decode()
