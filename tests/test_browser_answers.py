"""The answer page and the archive in a real browser: share link, widths, paper."""

import pytest

from tests.make import PHOTO, make_post, make_posts, make_results

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]


def test_share_copies_the_link_and_says_so(page, site):
    make_post(7)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/answers/7/")
    page.get_by_role("link", name="Share this answer").click()
    page.get_by_text("Link copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}/answers/7/"
    assert page.url == f"{site.url}/answers/7/"


@pytest.mark.parametrize(
    ("fault", "says"), [("AbortError", ""), ("NotAllowedError", "Sharing did not work.")]
)
def test_share_sheet_that_fails_is_told_and_one_that_was_closed_is_not(page, site, fault, says):
    make_post(7)
    page.add_init_script(
        f"navigator.share = async () => {{ throw new DOMException('', '{fault}'); }};"
    )
    page.goto("/answers/7/")
    page.get_by_role("link", name="Share this answer").click()
    if says:
        page.get_by_text(says).wait_for()
    else:
        page.wait_for_timeout(100)
    said = page.get_by_role("status").inner_text()
    assert said == (says and f"{says} The link: {site.url}/answers/7/")
    assert page.url == f"{site.url}/answers/7/"


@pytest.mark.parametrize(
    ("width", "size"),
    [(320, "100%"), (390, "100%"), (768, "100%"), (1280, "100%"), (320, "200%"), (768, "200%")],
)
def test_nothing_is_wider_than_the_window(page, width, size):
    make_posts(31)
    make_post(
        40,
        name="Unbroken" * 25,
        source="https://shop.example/" + "x" * 170,
        description="y" * 300,
        **PHOTO | {"image_key": "f" * 32},
    )
    make_results(40, won_with=(1, 2, 3, 4, 5, 6), lost=7)
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(
        f"addEventListener('load', () => document.documentElement.style.fontSize = '{size}')"
    )
    for path in ("/answers/40/", "/answers/", "/answers/?q=zzz", "/stats/40/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.errors.clear()  # the photo's files are not there


def test_an_answer_is_printed_on_one_sheet(page):
    make_post(7, size="2 x 48 oz", description="One line.", price_as_of="2026-01-02", source="Here")
    make_results(7, won_with=(1, 2, 3, 4, 5, 6), lost=7)
    page.goto("/answers/7/")
    sheet = page.pdf(format="Letter")
    assert sheet.count(b"/Type /Page\n") == 1
