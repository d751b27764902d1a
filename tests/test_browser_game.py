"""Whole games in a real browser: with JavaScript, without it, by keyboard, and sent twice."""

from datetime import UTC, datetime

import pytest

from tests.browser import await_text, guess
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


def test_whole_game(page):
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    assert page.locator("#said").inner_text() == "Guess 1, $5.00: far, the price is higher. 5 left."
    guess(page, "14,00")
    await_text(page, "Near, the price is lower")
    guess(page, "$11.99")
    page.get_by_role("heading", name="Solved in 3 of 6").wait_for()
    assert page.get_by_label("Share it").input_value().startswith("Costcodle #31 3/6\n")
    assert page.get_by_text("You are player 1 today; 100% solved it").is_visible()
    assert page.url.endswith("/")
    # Twelve hours by the server's clock, whatever this machine's says.
    assert page.get_by_role("timer").inner_text()[:2] in ("11", "12")


def test_refused_amount_says_why_and_keeps_the_text(page):
    page.goto("/")
    guess(page, "1.299")
    await_text(page, "1.299 can be read in two ways")
    field = page.get_by_label("Your guess")
    assert field.input_value() == "1.299"
    assert field.get_attribute("aria-invalid") == "true"
    assert page.locator(".guess").count() == 0
    page.errors.clear()  # Chromium notes the 422


def test_without_javascript(browser, site):
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    guess(page, "5")
    page.wait_for_url("**/play/")
    await_text(page, "Far, the price is higher")
    page.reload()  # of the page that the redirect led to: nothing is sent again
    assert page.locator(".guess").count() == 1
    guess(page, "1.299")
    await_text(page, "can be read in two ways")
    guess(page, "11.99")
    page.get_by_role("heading", name="Solved in 2 of 6").wait_for()
    assert page.get_by_label("Share it").input_value().startswith("Costcodle #31 2/6\n")
    assert not page.get_by_role("button", name="Copy", exact=True).is_visible()
    page.goto("/")
    page.get_by_role("link", name="Go to your board").click()
    page.get_by_role("heading", name="Solved in 2 of 6").wait_for()
    context.close()


def test_by_keyboard_alone(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")  # past the menu
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    await_text(page, "Far, the price is higher")
    assert page.evaluate("document.activeElement.id") == "guess"  # ready for the next
    page.keyboard.type("11.99")
    page.keyboard.press("Enter")
    await_text(page, "Solved in 2 of 6")
    assert page.evaluate("document.activeElement.className") == "end-title"
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.copy") == "words":
            break
    page.keyboard.press("Enter")
    page.get_by_text("Copied as words.").wait_for()
    words = page.evaluate("navigator.clipboard.readText()")
    assert words.startswith("Costcodle #31: solved in 2/6.\nGuess 1: far, the price is higher.\n")


def test_double_click_is_one_guess(page):
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request))
    page.goto("/")
    page.get_by_label("Your guess").fill("5")
    page.get_by_role("button", name="Guess").dblclick()
    await_text(page, "5 guesses left")
    page.wait_for_timeout(300)
    assert len(sent) == 1
    assert page.locator(".guess").count() == 1
    assert page.locator(".error").count() == 0


def test_second_click_after_a_fast_answer_is_no_empty_guess(page):
    page.goto("/")
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
            if (!document.querySelector(".guess")) return;
            observer.disconnect();
            document.querySelector(".guess-form button").click();
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    page.wait_for_timeout(300)
    assert page.locator(".error").count() == 0
