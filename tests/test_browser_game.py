"""Whole games in a real browser."""

from datetime import UTC, datetime

import pytest

from tests.make import make_puzzle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)  # of puzzle 31


@pytest.fixture(autouse=True)
def today(site):
    site.set_clock(NOON)
    make_puzzle(30)
    make_puzzle(31, price_cents=1199)


def guess(page, text):
    page.get_by_label("Your guess").fill(text)
    page.get_by_role("button", name="Guess").click()


def test_whole_game(page):
    page.goto("/")
    guess(page, "5")
    page.get_by_text("Far, the price is higher", exact=True).wait_for()
    guess(page, "14,00")
    page.get_by_text("Near, the price is lower", exact=True).wait_for()
    guess(page, "$11.99")
    page.get_by_role("heading", name="Solved in 3 of 6").wait_for()
    assert page.get_by_label("Share it").input_value().startswith("Costcodle #31 3/6\n")
    assert page.get_by_text("You are player 1 today; 100 % solved it").is_visible()
    assert page.url.endswith("/")
