"""The admin's main path in a real browser: import a month, upload, preview, publish, take down."""

import functools
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from answers.models import Puzzle
from costcodle import clock
from tests.browser import look_again
from tests.make import make_puzzle, make_staff
from tests.pictures import make_picture
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.engine_free]


def await_message(page, text):
    page.locator(".messagelist").get_by_text(text).wait_for()


def test_a_month_from_the_file_to_the_page_and_back(page, site, tmp_path):
    make_staff("superuser", password="a-password-1")
    today = clock.today(clock.utc_now())
    make_puzzle(100, day=today - timedelta(days=2), name="Long over")
    file = tmp_path / "bank.csv"
    rows = (f"{n},{today + timedelta(days=n - 102)},Product {n},12.99" for n in range(103, 133))
    file.write_text("\n".join(["number,day,name,price", *rows]))

    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/admin/")
    page.fill("#id_username", "superuser")
    page.fill("#id_password", "a-password-1")
    page.click("text=Log in")
    page.locator("#user-tools").wait_for()

    page.goto("/admin/answers/puzzle/import/")
    page.set_input_files("input[type=file]", file)
    page.click("text=Preview")
    page.locator("table.preview tr.new").first.wait_for()
    assert page.locator("table.preview tr.new").count() == 30
    page.click("text=Confirm import")
    await_message(page, "30 new")

    page.goto("/admin/answers/puzzle/103/photo/")
    text = {"name": "list.jpg", "mimeType": "image/jpeg", "buffer": b"eggs, milk"}
    page.set_input_files("input[type=file]", text)
    # Not Playwright's wait_for_function: the site's policy forbids the eval of its second look.
    wait_until(lambda: page.evaluate("(each => each.src && each.hidden)(document.images[0])"))
    picture = {"name": "eggs.jpg", "mimeType": "image/jpeg", "buffer": make_picture()}
    page.set_input_files("input[type=file]", picture)
    shown = "document.getElementById('photo-preview').naturalWidth > 0"
    wait_until(lambda: page.evaluate(shown))
    page.click("text=Upload")
    await_message(page, "The photo is ready.")
    assert Puzzle.objects.get(pk=103).photo_ready

    for what in ("game", "answer"):
        page.goto(f"/admin/answers/puzzle/103/preview/{what}/")
        assert "Product 103" in page.inner_text("h1")
        loaded = "[...document.images].some(image => image.naturalWidth > 0)"
        wait_until(functools.partial(page.evaluate, loaded), what)
    sent = []
    page.goto("/admin/answers/puzzle/103/preview/game/")
    page.on("request", lambda request: sent.append(urlsplit(request.url).path))
    assert page.get_by_label("Your guess").is_disabled()
    page.get_by_role("button", name="Guess").click(force=True)
    look_again(page)
    page.wait_for_timeout(200)
    assert "/play/" not in sent

    page.goto("/admin/answers/puzzle/100/change/")
    page.click("text=Publish now")
    await_message(page, "#100 published")
    assert page.request.get("/answers/100/").status == 200

    page.goto("/admin/answers/answerpost/")
    page.check("input[name=_selected_action]")
    page.select_option("select[name=action]", "withdraw")
    page.click("text=Go")
    page.fill("#id_reason", "Wrong product.")
    page.click("input[value=Withdraw]")
    await_message(page, "#100 withdrawn")
    assert page.request.get("/answers/100/").status == 410

    page.check("input[name=_selected_action]")
    page.select_option("select[name=action]", "restore")
    page.click("text=Go")
    await_message(page, "#100 restored")
    assert page.request.get("/answers/100/").status == 200
