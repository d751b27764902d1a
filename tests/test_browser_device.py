"""Whatever the device is set to: its clock and zone, its theme, touch, and motion."""

from datetime import UTC, datetime

import pytest

from tests.browser import await_text, guess
from tests.make import NOW, make_puzzle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(autouse=True)
def today(site):
    site.set_clock(NOW)
    make_puzzle(31)
    make_puzzle(32, name="Tomorrow's product")


@pytest.fixture
def opened(browser, site):
    """Opens `/` on a device of these settings."""
    contexts = []

    def opened(**settings):
        contexts.append(browser.new_context(base_url=site.url, **settings))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("zone", "locale", "reset"),
    [
        ("Pacific/Kiritimati", "en-US", "at 2:00 PM your time"),  # already tomorrow there
        ("Pacific/Pago_Pago", "en-US", "at 1:00 PM your time"),
        ("Asia/Kolkata", "de-DE", "5:30 your time"),
    ],
)
def test_same_puzzle_and_countdown_for_every_clock(opened, zone, locale, reset):
    page = opened(timezone_id=zone, locale=locale)
    page.clock.install(time=datetime(2031, 7, 1, 9, 30, tzinfo=UTC))  # years ahead
    page.goto("/")
    page.get_by_text("No. 31").wait_for()
    guess(page, "11.99")
    await_text(page, reset)
    assert page.get_by_role("timer").inner_text()[:5] in ("12:00", "11:59")


def test_theme_follows_the_system_until_it_is_switched(opened):
    page = opened(color_scheme="dark")
    page.goto("/")
    dark = page.evaluate(BACKGROUND)
    switch = page.get_by_role("button", name="Dark theme")
    assert switch.get_attribute("aria-pressed") == "true"
    switch.click()
    light = page.evaluate(BACKGROUND)
    assert light != dark
    page.goto("/how-to-play/")  # remembered
    assert page.evaluate(BACKGROUND) == light
    page.get_by_role("button", name="Dark theme").click()
    page.emulate_media(color_scheme="light")  # back at the system's: followed again
    assert page.evaluate(BACKGROUND) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(BACKGROUND) == dark


def test_browser_without_light_dark_has_both_themes(opened):
    """Safari before 17.5: `light-dark()` is unknown there, and what uses it counts for nothing."""

    def old(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unknown("))

    page = opened(color_scheme="light")
    page.route("**/*.css", old)
    seen = []
    for scheme, theme in (("light", ""), ("dark", ""), ("light", "dark"), ("dark", "light")):
        page.emulate_media(color_scheme=scheme)
        page.goto("/")
        if theme:
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        seen.append(page.evaluate(f"[{BACKGROUND}, getComputedStyle(document.body).color]"))
    light = ["rgb(236, 233, 226)", "rgb(27, 29, 26)"]
    dark = ["rgb(20, 22, 20)", "rgb(240, 238, 231)"]
    assert seen == [light, dark, dark, light]


def test_touch_screen_opens_without_a_keyboard_and_never_zooms(opened):
    page = opened(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto("/")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    field = page.get_by_label("Your guess")
    assert field.get_attribute("inputmode") == "decimal"
    assert field.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 16
    field.fill("5")
    page.get_by_role("button", name="Guess").tap()
    await_text(page, "Far, the price is higher")
    assert page.evaluate("document.activeElement.id") != "guess"  # its keyboard stays away


@pytest.mark.parametrize(("motion", "is_short"), [("no-preference", False), ("reduce", True)])
def test_motion_of_a_new_row(opened, motion, is_short):
    page = opened(reduced_motion=motion)
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    row = page.locator(".guess")
    lasts = row.evaluate("(each) => parseFloat(getComputedStyle(each).animationDuration)")
    assert (lasts < 0.01) is is_short


def test_nothing_is_asked_of_another_host(opened, site):
    page = opened()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    guess(page, "11.99")
    await_text(page, "Solved in 1 of 6")
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith(f"{site.url}/")] == []


def test_forgetting_asks_first(opened):
    page = opened()
    page.goto("/")
    guess(page, "5")
    await_text(page, "Far, the price is higher")
    page.goto("/privacy/")
    page.get_by_text("Forget me").click()
    assert len(page.context.cookies(f"{page.url[:-9]}/play/")) == 1
    page.get_by_role("button", name="Delete my game and record").click()
    page.wait_for_url("**/play/")
    assert page.locator(".guess").count() == 0
    assert page.context.cookies() == []
