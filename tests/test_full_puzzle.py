from datetime import timedelta

import pytest
from freezegun import freeze_time

from stats.models import SLOTS_PER_PUZZLE, DailyResult
from tests.make import NOW, make_many_results, make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_game_of_a_full_puzzle_ends_well_and_keeps_its_own_record(client):
    make_puzzle(31)
    make_many_results(31, SLOTS_PER_PUZZLE)
    guess = {"puzzle": "31", "guess": "11.99"}
    state = client.post("/play/", guess, headers={"accept": "application/json"}).json()
    assert (state["state"], state["price"], state["record"]["won"]) == ("won", "11.99", 1)
    page = client.get("/play/").content.decode()
    assert "The places in today’s statistics are taken." in page
    assert DailyResult.objects.filter(puzzle=31).count() == SLOTS_PER_PUZZLE


def test_end_of_yesterdays_full_puzzle_speaks_of_its_own_day(client):
    midnight = NOW.replace(hour=0)
    make_puzzle(30)
    make_many_results(30, SLOTS_PER_PUZZLE)
    with freeze_time(midnight - timedelta(minutes=1)):
        client.post("/play/", {"puzzle": "30", "guess": "5"})
    with freeze_time(midnight + timedelta(minutes=5)):
        client.post("/play/", {"puzzle": "30", "guess": "11.99"})
        page = client.get("/play/?puzzle=30").content.decode()
    assert "The places in the statistics of #30 are taken." in page
