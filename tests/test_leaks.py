"""Before an answer may be public, nothing that the site serves holds it, nor tomorrow's puzzle."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from freezegun import freeze_time

from answers.photos import attach_photo
from answers.publishing import find_due, publish_puzzle
from tests.crawl import crawl
from tests.make import NOW, day_of, make_puzzle
from tests.pictures import make_picture

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])
JSON = {"accept": "application/json"}
PRICE = re.compile(r"(?<![0-9a-z])(?:38[.,]47|3847)(?![0-9a-z])", re.IGNORECASE)
TOMORROW = re.compile(
    r"Velvet Zeppelin|Hangar of tomorrow|(?<![0-9a-z])(?:59[.,]26|5926)(?![0-9a-z])",
    re.IGNORECASE,
)
LAST_SECRET_SECOND = NOW.replace(hour=0) + timedelta(days=1, minutes=9, seconds=59)


@pytest.fixture(autouse=True)
def shelf():
    """30 is published; 31 costs $38.47; 32 or 33 is tomorrow's."""
    with freeze_time(NOW - timedelta(days=1)):
        make_puzzle(30, description="Yesterday's.")
        make_puzzle(31, price_cents=3847, description="It costs $38.47.")
    tomorrow = {
        "name": "Velvet Zeppelin",
        "price_cents": 5926,
        "description": "It costs $59.26.",
        "source": "Hangar of tomorrow",
    }
    make_puzzle(32)
    make_puzzle(33, **tomorrow)
    for number in (30, 31, 33):
        attach_photo(number, make_picture(), NOW)


def everything(now, client):
    with freeze_time(now):
        for number in find_due():
            publish_puzzle(number)
        return dict_of_lists(crawl(client, [30, 31, 33, 34]))


def dict_of_lists(pairs):
    found = {}
    for address, text in pairs:
        found.setdefault(address, []).append(text)
    return found


def found_in(pattern, served):
    return sorted(address for address, texts in served.items() if any(map(pattern.search, texts)))


def player_after_three_wrong_guesses(now):
    client = Client()
    with freeze_time(now):
        for text in ("10", "20", "90"):
            state = client.post("/play/", {"puzzle": 31, "guess": text}, headers=JSON).json()
            assert state["state"] == "playing"
    return client


@pytest.mark.parametrize("now", [NOW, LAST_SECRET_SECOND])
@pytest.mark.parametrize("who", ["stranger", "player"])
def test_nothing_served_holds_the_answer_or_tomorrow(now, who):
    client = Client() if who == "stranger" else player_after_three_wrong_guesses(now)
    served = everything(now, client)
    assert found_in(PRICE, served) == []
    assert found_in(TOMORROW, served) == []
    # The crawl went where it should: pages, photos in each size, cards, static files.
    assert len([address for address in served if address.startswith("/media/")]) > 4
    assert {"/answers/30/", "/stats/31.json", "/feed.xml"} <= set(served)
    assert any(address.startswith("/static/") for address in served)


def test_control_the_crawl_finds_the_answer_once_it_is_public():
    served = everything(LAST_SECRET_SECOND + timedelta(seconds=1), Client())
    found = found_in(PRICE, served)
    assert {"/answers/31/", "/answers/", "/feed.xml"} <= set(found)
    assert found_in(TOMORROW, served) == []


def test_control_the_crawl_finds_it_in_the_game_of_a_winner():
    client = player_after_three_wrong_guesses(NOW)
    with freeze_time(NOW):
        client.post("/play/", {"puzzle": 31, "guess": "38"})
    assert "/play/" in found_in(PRICE, everything(NOW, client))


def test_tomorrow_looks_as_if_it_did_not_exist(client):
    with freeze_time(f"{day_of(32)} 12:00"):
        for path in ("/answers/{}/", "/stats/{}/", "/stats/{}.json", "/play/?puzzle={}"):
            tomorrow, never = client.get(path.format(33)), client.get(path.format(999))
            assert tomorrow.status_code == never.status_code == 404
            assert tomorrow.content == never.content
            assert tomorrow.headers == never.headers
