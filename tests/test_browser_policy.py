"""The Content-Security-Policy lets every page work: the browser's console stays silent.

The `page` fixture fails a test for any error on the console; a refused style or script is one.
"""

import pytest

from tests.make import NOW, make_post, make_puzzle, make_staff

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
]
PUBLIC = (
    *("/", "/play/", "/answers/", "/answers/1/", "/stats/", "/stats/1/", "/how-to-play/"),
    *("/privacy/",),
)
ADMIN = (
    *("", "answers/puzzle/", "answers/puzzle/add/", "answers/puzzle/32/change/"),
    *("answers/puzzle/import/", "answers/puzzle/export/", "answers/publicationitem/"),
    *("answers/answerpost/", "answers/publicationlog/", "stats/dailyresult/"),
    *("auth/user/", "auth/user/add/", "auth/group/", "otp_totp/totpdevice/"),
)


def test_public_pages(page, site):
    site.set_clock(NOW)
    make_puzzle(31)
    make_post(1)
    for path in PUBLIC:
        answer = page.goto(path)
        assert answer.status == 200, path
        assert not page.errors, (path, page.errors)


def test_admin_pages(page, site):
    site.set_clock(NOW)
    for number in (31, 32):
        make_puzzle(number)
    make_post(1)
    make_staff("superuser", username="root", password="a-password-1")
    page.goto("/admin/login/")
    page.fill("input[name=username]", "root")
    page.fill("input[name=password]", "a-password-1")
    page.click("[type=submit]")
    page.wait_for_url("**/admin/")
    refused = {}
    for path in ADMIN:
        answer = page.goto(f"/admin/{path}")
        assert answer.status == 200, path
        if page.errors:
            refused[path] = list(page.errors)
            page.errors.clear()
    assert refused == {}
