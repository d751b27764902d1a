"""POST /play/: one guess, in the three shapes, and every fault of the contract."""

import json
from datetime import timedelta
from unittest import mock

import pytest
from django.db import OperationalError, connection
from django.test import Client
from freezegun import freeze_time

from stats.models import DailyResult
from tests.make import NOW, day_of, make_puzzle

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}
MIDNIGHT = NOW.replace(hour=0)  # the first instant of puzzle 31


@pytest.fixture(autouse=True)
def shelf():
    """Yesterday's puzzle 30 and today's 31, both at $11.99, at noon."""
    make_puzzle(30, name="Yesterday's product")
    make_puzzle(31)
    make_puzzle(32, price_cents=4321)
    with freeze_time(NOW):
        yield


def guess(client, text, puzzle=31, headers=JSON, **more):
    return client.post("/play/", {"puzzle": puzzle, "guess": text}, headers=headers, **more)


def test_state_of_a_game(client):
    assert guess(client, "$5").json() == {
        "puzzle": 31,
        "state": "playing",
        "guesses": [{"guess": "5.00", "direction": "up", "band": "far"}],
        "guesses_left": 5,
        "closes_at": "2026-02-01T00:10:00Z",
        "now": "2026-01-31T12:00:00Z",
        "price": None,
        "share": None,
        "record": {
            "played": 0,
            "won": 0,
            "streak": 0,
            "max_streak": 0,
            "distribution": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0},
        },
        "notice": None,
    }


def test_won_game(client):
    guess(client, "5")
    guess(client, "14,00")
    state = guess(client, "11.99").json()
    assert (state["state"], state["guesses_left"], state["price"]) == ("won", 0, "11.99")
    assert state["share"] == "Costcodle #31 3/6\n⬆️🟥\n⬇️🟨\n✅\nhttp://testserver/"
    assert state["record"] | {"distribution": None} == {
        "played": 1,
        "won": 1,
        "streak": 1,
        "max_streak": 1,
        "distribution": None,
    }
    assert state["record"]["distribution"]["3"] == 1
    result = DailyResult.objects.get()
    assert (result.puzzle_id, result.outcome, result.guesses_used) == (31, "won", 3)


def test_lost_game(client):
    for cents in range(1, 7):
        state = guess(client, f"0.0{cents}").json()
    assert (state["state"], state["price"]) == ("lost", "11.99")
    assert state["share"].startswith("Costcodle #31 X/6\n")
    assert (state["record"]["played"], state["record"]["won"]) == (1, 0)
    assert DailyResult.objects.get().outcome == "lost"


def test_right_sixth_guess_wins(client):
    for cents in range(1, 6):
        guess(client, f"0.0{cents}")
    assert guess(client, "11.99").json()["state"] == "won"


def test_repeated_amount_costs_nothing_and_says_so(client):
    guess(client, "5")
    state = guess(client, "$5.00").json()
    assert (len(state["guesses"]), state["notice"]) == (1, "already_guessed")
    guess(client, "11.99")
    after_end = guess(client, "11.99")
    assert (after_end.status_code, after_end.json()["notice"]) == (200, "already_guessed")
    assert DailyResult.objects.count() == 1


def fault(response):
    content = response.json()
    assert set(content) == {"error", "message"}
    assert content["message"].endswith(".")
    assert response["Cache-Control"] == "no-store"
    return response.status_code, content["error"]


@pytest.mark.parametrize("text", ["", "1.299", "-5", "1e3", "0", "12\x00"])
def test_not_understood_costs_nothing(client, text):
    assert fault(guess(client, text)) == (422, "not_understood")
    assert client.get("/play/", headers=JSON).json()["guesses"] == []


def test_missing_guess_is_not_understood(client):
    response = client.post("/play/", {"puzzle": 31}, headers=JSON)
    assert fault(response) == (422, "not_understood")


@pytest.mark.parametrize("number", ["", "x", "032", "32", "99", "-1", "9999999999", "٣١"])
def test_unknown_or_future_puzzle(client, number):
    assert fault(guess(client, "5", puzzle=number)) == (404, "unknown_puzzle")


def test_missing_puzzle_is_unknown(client):
    assert fault(client.post("/play/", {"guess": "5"}, headers=JSON)) == (404, "unknown_puzzle")


def test_new_amount_after_the_end(client):
    guess(client, "11.99")
    assert fault(guess(client, "5")) == (409, "over")


@pytest.mark.parametrize(
    ("seconds", "status"), [(-1, 404), (0, 200), (86_400 + 599, 200), (86_400 + 600, 409)]
)
def test_puzzle_is_open_from_its_midnight_to_ten_past_the_next(client, seconds, status):
    with freeze_time(MIDNIGHT + timedelta(seconds=seconds)):
        response = guess(client, "5")
    assert response.status_code == status
    if status == 409:
        assert fault(response) == (409, "closed")


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
        {"origin": "https://elsewhere.example"},
        {"origin": "https://testserver"},
        {"origin": "null"},
    ],
)
def test_cross_site_is_refused(client, headers):
    assert fault(guess(client, "5", headers=JSON | headers)) == (403, "cross_site")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin", "origin": "http://testserver"},
        {"sec-fetch-site": "none"},
        {"origin": "https://trusted.example"},
        {"origin": "https://trusted.example", "sec-fetch-site": "cross-site"},
    ],
)
def test_own_and_trusted_origins_may_play(client, settings, headers):
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]
    strict = Client(enforce_csrf_checks=True)
    assert guess(strict, "5", headers=JSON | headers).status_code == 200


def test_body_over_10_kb(client):
    assert guess(client, "1" * 9_000).status_code == 422
    assert guess(client, "1" * 10_300).status_code == 413
    assert guess(client, "1" * 10_300, headers={}).status_code == 413


@pytest.mark.parametrize("length", ["x", "1e3", ""])
def test_length_that_is_no_number_is_an_empty_body(client, length):
    response = client.post("/play/", {"puzzle": 31}, headers=JSON, CONTENT_LENGTH=length)
    assert fault(response) == (404, "unknown_puzzle")


def test_too_many(client, settings):
    settings.GUESSES_PER_MINUTE = 2
    guess(client, "5")
    guess(client, "6")
    response = guess(client, "7")
    assert fault(response) == (429, "too_many")
    assert 0 < int(response["Retry-After"]) <= 60
    assert len(client.get("/play/", headers=JSON).json()["guesses"]) == 2


def test_page_redirects_to_the_board(client):
    response = guess(client, "5", headers={})
    assert (response.status_code, response["Location"]) == (303, "/play/")
    assert response["Cache-Control"] == "no-store"
    assert "Far, the price is higher" in client.get("/play/").content.decode()


def test_page_of_a_later_winning_guess_counts_at_once(client):
    guess(client, "5", headers={})
    guess(client, "11.99", headers={})
    assert DailyResult.objects.count() == 1


def test_page_names_the_puzzle_while_two_are_open(client):
    with freeze_time(MIDNIGHT + timedelta(minutes=5)):
        for number in (30, 31):
            response = guess(client, "5", puzzle=number, headers={})
            assert response["Location"] == f"/play/?puzzle={number}"


def test_page_says_once_that_a_guess_was_repeated(client):
    guess(client, "5", headers={})
    assert guess(client, "5.00", headers={}).status_code == 303
    assert "You guessed that before" in client.get("/play/").content.decode()
    assert "You guessed that before" not in client.get("/play/").content.decode()


def test_page_of_a_refused_guess_keeps_what_was_typed(client):
    response = guess(client, '1.299"<b>', headers={})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="1.299&quot;&lt;b&gt;"' in page and 'aria-invalid="true"' in page


def test_page_of_a_closed_puzzle_links_its_answer_and_today(client):
    response = guess(client, "5", puzzle=30, headers={})
    page = response.content.decode()
    assert response.status_code == 409
    assert 'href="/answers/30/"' in page and "#30 is closed" in page
    assert "$11.99" not in page


def test_board_alone(client):
    response = guess(client, "5", headers={"hx-request": "true"})
    page = response.content.decode()
    assert response.status_code == 200
    assert page.startswith('<section id="board"') and "<html" not in page
    closed = guess(client, "5", puzzle=30, headers={"hx-request": "true"})
    assert closed.status_code == 409 and closed.content.startswith(b'<p class="notice')


def test_guess_costs_one_read_and_no_write(client, django_assert_num_queries):
    with django_assert_num_queries(1) as queries:
        guess(client, "5")
    assert queries.captured_queries[0]["sql"].startswith("SELECT")
    with django_assert_num_queries(1):
        guess(client, "6", headers={})
    with django_assert_num_queries(1):
        client.get("/play/", headers=JSON)
    with django_assert_num_queries(1):
        client.get("/play/")


def test_result_that_fails_spoils_nothing_and_is_recorded_later(client, caplog):
    with mock.patch("costcodle.game.results.record_result", side_effect=OperationalError("gone")):
        state = guess(client, "11.99").json()
        page = client.get("/play/").content.decode()
    assert (state["state"], state["record"]["played"]) == ("won", 1)
    assert "could not be counted just now" in page
    assert "not recorded" in caplog.text
    assert not DailyResult.objects.exists()
    assert "You are player 1 today" in client.get("/play/").content.decode()
    client.get("/play/")
    assert DailyResult.objects.count() == 1


def test_players_are_counted_and_told_how_the_day_goes(client):
    for cents in range(1, 7):
        guess(client, f"0.0{cents}")
    second = Client()
    guess(second, "11.99")
    assert "You are player 2 today; 50% solved it." in second.get("/play/").content.decode()


def test_cookie_never_holds_the_price(client):
    import base64

    guess(client, "5")
    guess(client, "11.50")  # wins: the price itself was never sent by the player
    value = client.cookies["player"].value
    text = value.split(":")[0]
    content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    assert "1150w" in content and "1199" not in content


def test_answer_is_nowhere_before_the_end(client):
    for text in ("5", "6", "20"):
        for headers in (JSON, {"hx-request": "true"}):
            response = guess(client, text, headers=headers)
            everything = response.content.decode() + json.dumps(dict(response.headers))
            everything += str(client.cookies)
            assert "11.99" not in everything and "1199" not in everything


def test_game_begun_before_midnight_counts_for_its_own_day(client):
    with freeze_time(MIDNIGHT - timedelta(seconds=5)):
        guess(client, "5", puzzle=30)
    with freeze_time(MIDNIGHT + timedelta(minutes=9, seconds=59)):
        state = guess(client, "11.99", puzzle=30).json()
        assert (state["puzzle"], state["state"]) == (30, "won")
        assert client.get("/play/", headers=JSON).json()["puzzle"] == 31
    assert DailyResult.objects.get().puzzle_id == 30
    with freeze_time(MIDNIGHT + timedelta(minutes=10)):
        state = client.get("/play/", headers=JSON).json()
        assert (state["puzzle"], state["guesses"], state["record"]["streak"]) == (31, [], 1)


def test_streak_across_days(client):
    make_puzzle(28)
    for number, streak in ((28, 1), (30, 2)):  # 29 had no puzzle
        with freeze_time(f"{day_of(number)} 10:00"):
            assert guess(client, "12", puzzle=number).json()["record"]["streak"] == streak
    assert client.get("/play/", headers=JSON).json()["record"]["streak"] == 2
    with freeze_time(f"{day_of(32)} 10:00"):  # 31 was missed
        assert client.get("/play/", headers=JSON).json()["record"]["streak"] == 0
        record = guess(client, "43.21", puzzle=32).json()["record"]
    assert (record["streak"], record["max_streak"], record["played"]) == (1, 2, 3)


def test_database_away(client):
    with mock.patch.object(connection, "cursor", side_effect=OperationalError("away")):
        answers = [guess(client, "5"), guess(client, "5", headers={})]
        answers += [client.get("/play/"), client.get("/play/", headers=JSON)]
    for answer in answers:
        assert answer.status_code == 503
        assert answer["Cache-Control"] == "no-store"
        assert "player" not in answer.cookies
    for answer in (answers[0], answers[3]):
        assert answer.json()["error"] == "unavailable"
    assert answers[2].headers["Content-Type"].startswith("text/html")
    assert guess(client, "5").status_code == 200
