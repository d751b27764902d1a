"""axe-core finds nothing on any public page, in any state of the game, in both themes."""

from datetime import timedelta

import pytest

from tests.axe import axe_faults, axe_script
from tests.browser import await_text, guess
from tests.make import NOW, PHOTO, make_post, make_posts, make_puzzle, make_results

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
PAGES = (
    *("/", "/play/", "/answers/", "/answers/?page=2", "/answers/?q=product", "/answers/?q=zzz"),
    *("/answers/1/", "/answers/30/", "/answers/31/", "/answers/33/", "/answers/99/"),
    *("/stats/", "/stats/30/", "/stats/31/", "/how-to-play/", "/privacy/"),
    *("/play/restore/", "/play/restore/?code=x", "/play/?puzzle=29", "/play/?puzzle=99"),
)


@pytest.fixture(params=["light", "dark"])
def checked(request, browser, site):
    """A page with the checker in it. Its policy is off: it would refuse the checker's script."""
    script = axe_script()
    site.set_clock(NOW)
    context = browser.new_context(
        base_url=site.url,
        bypass_csp=True,
        color_scheme=request.param,
        reduced_motion="reduce",
        viewport={"width": 390, "height": 844},
    )
    context.add_init_script(script)
    yield context.new_page()
    context.close()


def make_shelf():
    make_posts(30)
    make_puzzle(31, price_note="price per lb", price_as_of=NOW.date())


def test_pages(checked):
    make_shelf()
    make_post(33, withdrawn_at=NOW)
    make_post(34, description="Some words.", price_as_of=NOW.date(), **PHOTO)
    make_results(30, won_with=(1, 2, 3, 4, 5, 6), lost=7)
    faults = {}
    for path in PAGES:
        checked.goto(path)
        faults[path] = axe_faults(checked)
    assert not any(faults.values()), faults


def test_states_of_a_game(checked):
    make_shelf()
    checked.goto("/")
    for text, words in (
        ("5", "Far, the price is higher"),
        ("14", "Near, the price is lower"),
        ("14.00", "You guessed that before"),
        ("1.299", "can be read in two ways"),
        ("11.99", "Solved in 3 of 6"),
    ):
        guess(checked, text)
        await_text(checked, words)
        assert axe_faults(checked) == [], words
    checked.get_by_text("Move or delete your record").click()
    assert axe_faults(checked) == []
    link = checked.get_by_label("Link for another device").input_value()
    checked.context.clear_cookies()
    checked.goto(link)
    assert axe_faults(checked) == []


def test_lost_game(checked):
    make_shelf()
    checked.goto("/")
    for cents in range(1, 7):
        guess(checked, f"0.0{cents}")
        await_text(checked, f"$0.0{cents}")
    await_text(checked, "Not solved this time")
    assert axe_faults(checked) == []


def test_grace_and_a_closed_puzzle(checked, site):
    make_shelf()
    make_puzzle(32)
    checked.goto("/")
    guess(checked, "5")
    await_text(checked, "Far, the price is higher")
    site.set_clock(NOW + timedelta(hours=12, minutes=5))
    checked.goto("/play/")
    await_text(checked, "The next product is on the shelf")
    assert axe_faults(checked) == []
    site.set_clock(NOW + timedelta(hours=12, minutes=11))
    guess(checked, "6")
    await_text(checked, "#31 is closed")
    assert axe_faults(checked) == []


def test_day_without_a_puzzle(checked):
    make_posts(3)
    for path in ("/", "/play/"):
        checked.goto(path)
        checked.get_by_text("The shelf is empty today").wait_for()
        assert axe_faults(checked) == []


TEXT_IS_CUT = """() => [...document.querySelectorAll("main *")].filter((each) =>
    (getComputedStyle(each).overflowX === "hidden" || each.id === "guess")
    && each.scrollWidth > each.clientWidth + 1
    && !each.matches(".visually-hidden, svg, picture, .shelf")
).map((each) => each.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize(("width", "size"), [(320, "100%"), (390, "200%"), (640, "200%")])
def test_large_text_and_small_screens_lose_nothing(checked, width, size):
    make_posts(30)
    words = "Antidisestablishmentarianismflavoured popcorn of a very long name, 3 packs"
    source = "https://shop.example/" + "shelf" * 20
    make_puzzle(31, name=words, size="3 x 18 oz", price_note="price per lb", source=source)
    checked.set_viewport_size({"width": width, "height": 800})
    checked.goto("/")
    checked.add_style_tag(content=f"html {{ font-size: {size} }}")
    for text in ("", "99999.98", "1.299", "11.99"):
        if text:
            checked.get_by_label("Your guess").fill("4999.99")
            assert checked.evaluate(TEXT_IS_CUT) == []
            guess(checked, text)
            await_text(checked, {"11.99": "Solved", "1.299": "two ways"}.get(text, "$99,999.98"))
        assert checked.evaluate("document.documentElement.scrollWidth") <= width
        assert checked.evaluate(TEXT_IS_CUT) == []
