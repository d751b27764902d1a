"""The record on another device, and forgetting it."""

import re

import pytest
from django.test import Client
from freezegun import freeze_time

from tests.make import NOW, day_of, make_puzzle

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture(autouse=True)
def shelf():
    for number in (29, 30, 31):
        make_puzzle(number)
    with freeze_time(NOW):
        yield


def win(client, *numbers):
    for number in numbers:
        with freeze_time(f"{day_of(number)} 12:00"):
            client.post("/play/", {"puzzle": number, "guess": "11.99"})


def played(client):
    return client.get("/play/", headers=JSON).json()["record"]["played"]


def link_of(client):
    page = client.get("/play/").content.decode()
    return re.search(r"http://testserver(/play/restore/\?code=[^\"]+)", page)[1]


def test_link_asks_and_then_takes_over(client):
    win(client, 29, 30)
    other = Client()
    link = link_of(client)
    page = other.get(link).content.decode()
    assert "Take it over" in page and played(other) == 0  # asked, not taken
    response = other.post("/play/restore/", {"code": link.split("code=")[1]})
    assert (response.status_code, response["Location"]) == (303, "/play/")
    assert other.get("/play/", headers=JSON).json()["record"]["streak"] == 2


def test_taking_over_twice_or_on_the_same_device_doubles_nothing(client):
    win(client, 29, 30, 31)
    code = link_of(client).split("code=")[1]
    other = Client()
    win(other, 31)
    for device in (client, other, other, client):
        device.post("/play/restore/", {"code": code})
        assert played(device) == 3
    win(other, 31)
    assert played(other) == 3


def test_device_that_has_played_more_keeps_its_record(client):
    win(client, 31)
    code = link_of(client).split("code=")[1]
    other = Client()
    win(other, 29, 30)
    assert "Take it over" not in other.get("/play/restore/", {"code": code}).content.decode()
    other.post("/play/restore/", {"code": code})
    assert played(other) == 2


@pytest.mark.parametrize("code", ["x", "a:b", "1" * 3000, "http://[?code=x", "//[x]?code=x#y"])
def test_code_that_is_none(client, code):
    assert client.get("/play/restore/", {"code": code}).status_code == 422
    assert client.post("/play/restore/", {"code": code}).status_code == 422


def test_whole_link_may_be_pasted(client):
    win(client, 29)
    link = "http://testserver" + link_of(client)
    assert "Take it over" in Client().get("/play/restore/", {"code": link}).content.decode()
    assert Client().get("/play/restore/").status_code == 200


def test_forget_deletes_game_and_record(client):
    win(client, 30, 31)
    response = client.post("/play/forget/")
    assert (response.status_code, response["Location"]) == (303, "/play/")
    assert response.cookies["player"]["max-age"] == 0
    assert response.cookies["player"]["path"] == "/play/"
    state = client.get("/play/", headers=JSON).json()
    assert (state["guesses"], state["record"]["played"]) == ([], 0)


@pytest.mark.parametrize("address", ["/play/forget/", "/play/restore/"])
def test_other_sites_can_do_neither(client, address):
    response = client.post(address, headers={"sec-fetch-site": "cross-site"} | JSON)
    assert (response.status_code, response.json()["error"]) == (403, "cross_site")
    assert client.get("/play/forget/").status_code == 405
