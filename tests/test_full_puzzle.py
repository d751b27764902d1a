import pytest

from stats.models import SLOTS_PER_PUZZLE, DailyResult
from tests.make import make_many_results, make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_game_of_a_full_puzzle_ends_well_and_keeps_its_own_record(client):
    make_puzzle(31)
    make_many_results(31, SLOTS_PER_PUZZLE)
    guess = {"puzzle": "31", "guess": "11.99"}
    state = client.post("/play/", guess, headers={"accept": "application/json"}).json()
    assert (state["state"], state["price"], state["record"]["won"]) == ("won", "11.99", 1)
    page = client.get("/play/").content.decode()
    assert "statistics are taken" in page
    assert DailyResult.objects.filter(puzzle=31).count() == SLOTS_PER_PUZZLE
