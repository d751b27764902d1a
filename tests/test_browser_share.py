"""Sharing: the share sheet, the clipboard, the older way on plain HTTP, and by hand."""

from datetime import UTC, datetime

import pytest

from tests.browser import guess
from tests.make import make_puzzle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.engine_free,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
NO_COPYING = NO_CLIPBOARD + "document.execCommand = () => false;"
SHARE_SHEET = "navigator.share = async (data) => { window.shared = data; };"


def win(page, site, script):
    site.set_clock(datetime(2026, 1, 31, 12, 0, tzinfo=UTC))
    make_puzzle(31, price_cents=1199)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(script)
    page.goto("/")
    guess(page, "5")
    page.locator(".game").get_by_text("Far, the price is higher").wait_for()
    guess(page, "12")
    page.get_by_role("heading", name="Solved in 2 of 6").wait_for()
    return f"Costcodle #31 2/6\n⬆️🟥\n✅\n{site.url}/"


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD])
def test_copied_is_said_once_it_is(page, site, script):
    text = win(page, site, script)
    assert page.locator(".share-said").inner_text() == ""
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_text("Copied.").wait_for()
    reader = page.context.new_page()
    reader.goto("/how-to-play/")
    reader.bring_to_front()
    assert reader.evaluate("navigator.clipboard.readText()") == text


def test_text_is_selected_where_nothing_can_copy(page, site):
    text = win(page, site, NO_COPYING)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_text("The browser did not let us copy").wait_for()
    selected = "(area => area.value.slice(area.selectionStart, area.selectionEnd))"
    assert page.evaluate(f"{selected}(document.activeElement)") == text


def test_share_sheet(page, site):
    text = win(page, site, SHARE_SHEET)
    page.get_by_role("button", name="Share", exact=True).click()
    assert page.evaluate("window.shared") == {"text": text}


def test_no_share_button_where_there_is_no_sheet(page, site):
    win(page, site, "")
    assert page.evaluate("navigator.share === undefined")
    assert not page.get_by_role("button", name="Share", exact=True).is_visible()
