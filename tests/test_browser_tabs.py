"""One game in two tabs, after the back button, over midnight, and with a failing network."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.browser import await_text, guess, look_again
from tests.make import make_puzzle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)  # of puzzle 31
MIDNIGHT = NOON + timedelta(hours=12)


@pytest.fixture(autouse=True)
def today(site):
    site.set_clock(NOON)
    make_puzzle(31, price_cents=1199)
    make_puzzle(32, name="Tomorrow's product")


def amounts(page):
    return page.locator(".guess-amount").all_inner_texts()


def test_two_tabs_are_one_game(page):
    other = page.context.new_page()
    page.goto("/")
    other.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    guess(other, "14")  # from the board that is still empty
    await_text(other, "Near, the price is lower")
    assert amounts(other) == ["$5.00", "$14.00"]
    assert amounts(page) == ["$5.00"]
    look_again(page)
    await_text(page, "$14.00")
    page.get_by_label("Your guess").fill("7")
    look_again(page)
    page.wait_for_timeout(300)
    assert page.get_by_label("Your guess").input_value() == "7"


def test_back_button_shows_the_board_as_it_is(page):
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    page.get_by_role("link", name="How to play").first.click()
    page.get_by_role("heading", name="How to play").wait_for()
    page.go_back()
    await_text(page, "$5.00")


def test_game_over_midnight(page, site):
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    site.set_clock(MIDNIGHT + timedelta(minutes=5))
    look_again(page)
    await_text(page, "The next product is on the shelf")
    assert amounts(page) == ["$5.00"]  # offered, not taken away
    guess(page, "11.99")
    await_text(page, "Solved in 2 of 6")
    said = page.locator("#said").inner_text()  # of the guess, not of what is offered beside it
    assert said == "Right, in 2 of 6. The price is $11.99."
    page.get_by_role("link", name="Play #32").click()
    page.get_by_role("heading", name="Tomorrow's product").wait_for()
    assert amounts(page) == []


def test_tab_left_open_overnight(page, site):
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    site.set_clock(MIDNIGHT + timedelta(hours=9))
    look_again(page)
    await_text(page, "#31 is closed")
    assert amounts(page) == ["$5.00"]
    guess(page, "11.99")
    page.wait_for_timeout(300)
    await_text(page, "#31 is closed")
    page.locator(".game").get_by_role("link", name="Today’s puzzle").click()
    page.get_by_role("heading", name="Tomorrow's product").wait_for()
    assert amounts(page) == []
    page.errors.clear()  # Chromium notes each 409


def test_failing_network_loses_nothing(page):
    page.goto("/")
    page.route("**/play/", lambda route: route.abort())
    guess(page, "5")
    await_text(page, "The site could not be reached")
    assert page.get_by_label("Your guess").input_value() == "5"
    page.unroute("**/play/")
    page.get_by_role("button", name="Try again").click()
    await_text(page, "Far, the price is higher")
    assert amounts(page) == ["$5.00"]
    page.errors.clear()  # Chromium notes the failure


def test_answer_that_is_neither_board_nor_notice_changes_nothing(page):
    page.goto("/")
    page.route("**/play/?puzzle=31", lambda route: route.fulfill(body="<p>From a proxy</p>"))
    with page.expect_response("**/play/?puzzle=31"):
        look_again(page)
    page.wait_for_timeout(300)
    assert page.errors == []
    guess(page, "5")
    await_text(page, "Far, the price is higher")


def test_late_answer_from_before_a_guess_does_not_take_its_row_away(page):
    late = []
    page.route("**/play/?puzzle=31", lambda route: late.append((route, route.fetch())))
    with page.expect_request("**/play/?puzzle=31"):
        page.goto("/")  # asks for the board, as it still is
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    for route, answer in late:
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    assert amounts(page) == ["$5.00"]
    assert len(late) == 1


def test_slow_network_takes_a_guess_once(page):
    held = []
    page.goto("/")
    page.route("**/play/", lambda route: held.append(route))  # no answer until it is let through
    with page.expect_request("**/play/"):
        guess(page, "5")
    page.get_by_label("Your guess").press("Enter")
    page.wait_for_timeout(200)
    assert len(held) == 1
    held[0].continue_()
    await_text(page, "Far, the price is higher")
    assert amounts(page) == ["$5.00"]
