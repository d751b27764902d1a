"""A phone with its keyboard up: what a guess led to is on the part of the screen that is left."""

import pytest

from tests.browser import await_text
from tests.make import NOW, make_puzzle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
IS_SEEN = """(each) => {
    const box = each.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}"""


@pytest.fixture
def phone(browser, site):
    """The 400 pixels that a keyboard leaves of a phone."""
    site.set_clock(NOW)
    make_puzzle(31, name="A product with a name that takes two lines of a phone, 2 packs")
    viewport = {"width": 390, "height": 400}
    context = browser.new_context(
        base_url=site.url, viewport=viewport, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def send(phone, text):
    """By the keyboard's own key: the field keeps the focus and the keyboard stays."""
    field = phone.get_by_label("Your guess")
    field.tap()
    field.fill(text)
    field.press("Enter")


def test_every_new_row_is_seen(phone):
    for text in ("1", "2", "3", "4", "5"):
        send(phone, text)
        await_text(phone, f"${text}.00")
        assert phone.locator(".guess:last-child").evaluate(IS_SEEN), text
        assert phone.evaluate("document.activeElement.id") == "guess"


def test_messages_are_seen(phone):
    send(phone, "1.299")
    await_text(phone, "can be read in two ways")
    assert phone.locator(".error").evaluate(IS_SEEN)
    send(phone, "5")
    await_text(phone, "Far, the price is higher")
    send(phone, "5.00")
    await_text(phone, "You guessed that before")
    assert phone.locator(".notice").evaluate(IS_SEEN)
    notice = '<p class="notice notice-warning">Too many guesses at once.</p>'
    phone.route("**/play/", lambda route: route.fulfill(status=429, body=notice))
    send(phone, "6")
    await_text(phone, "Too many guesses")
    assert phone.locator(".notice").evaluate(IS_SEEN)
    phone.unroute("**/play/")
    phone.route("**/play/", lambda route: route.abort())
    send(phone, "6")
    await_text(phone, "The site could not be reached")
    assert phone.locator(".notice").evaluate(IS_SEEN)


def test_the_end_shows_the_price_first(phone):
    send(phone, "11.99")
    await_text(phone, "Solved in 1 of 6")
    assert phone.locator(".price").evaluate(IS_SEEN)
    # The countdown stands from the first moment: nothing below it moves a second later.
    assert phone.get_by_role("timer").is_visible()


@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_button_stands_beside_its_field(phone, width):
    phone.set_viewport_size({"width": width, "height": 844})
    field = phone.get_by_label("Your guess").bounding_box()
    button = phone.get_by_role("button", name="Guess").bounding_box()
    assert abs(button["y"] - field["y"]) < 4
    assert button["x"] > field["x"] + field["width"]


def test_a_tablet_shows_product_field_and_rows_at_once(phone):
    phone.set_viewport_size({"width": 768, "height": 900})
    for part in (".shelf", ".guess-form", ".slot:last-child"):
        assert phone.locator(part).evaluate(IS_SEEN), part
