"""The admin's calendar as it is painted: gaps are red, and a phone shows every day of a week."""

from datetime import timedelta
from typing import Any

import pytest

from costcodle import clock
from tests.make import make_puzzle, make_staff

pytestmark = [pytest.mark.browser, pytest.mark.engine_free]


@pytest.fixture
def calendar(page: Any, site: Any) -> Any:
    """The calendar of a bank with a puzzle today and another the day after tomorrow."""
    make_staff("superuser", password="a-password-1")
    today = clock.today(clock.utc_now())
    make_puzzle(100, day=today)
    make_puzzle(102, day=today + timedelta(days=2))
    page.goto("/admin/answers/puzzle/calendar/")
    page.fill("#id_username", "superuser")
    page.fill("#id_password", "a-password-1")
    page.click("text=Log in")
    page.locator(".bank-calendar").wait_for()
    return page


def redness(page: Any, day: str) -> float:
    """How far red stands out from what is painted behind the first such day, 0 to 255."""
    colour = page.locator(f"td{day}").first.evaluate("td => getComputedStyle(td).backgroundColor")
    red, green, blue, *alpha = map(float, colour.partition("(")[2].rstrip(")").split(","))
    return (red - max(green, blue)) * (alpha[0] if alpha else 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gaps_are_red_and_other_days_are_not(calendar, theme):
    calendar.emulate_media(color_scheme=theme)
    assert redness(calendar, ".gap") > 20
    assert redness(calendar, ".today") < 5


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_every_day_of_a_week_without_scrolling_aside(calendar, width):
    calendar.set_viewport_size({"width": width, "height": 844})
    days = calendar.locator(".bank-calendar tr:nth-child(2) td")
    boxes = [days.nth(place).bounding_box() for place in range(7)]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert [text.split()[0] for text in days.all_inner_texts()] == [
        "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
    ]  # fmt: skip
    too_wide = (
        "[...document.querySelectorAll('html, .wide')].filter(e => e.scrollWidth > e.clientWidth)"
    )
    assert calendar.evaluate(too_wide) == []
