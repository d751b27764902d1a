"""Every kind of public page, and every error page, is valid HTML."""

from http import HTTPStatus
from pathlib import Path

import pytest
from django.test import Client
from freezegun import freeze_time

from costcodle.errors import error_page
from tests.make import NOW, PHOTO, make_post, make_posts, make_puzzle, make_results
from tests.nu import nu_messages
from tests.pages import fresh

STATUSES = (400, 403, 404, 413, 429, 500, 503)


@pytest.mark.engine_free
@pytest.mark.django_db
def test_pages_are_valid(client: Client, tmp_path: Path) -> None:
    make_posts(31)
    make_puzzle(32)
    make_post(33, withdrawn_at=NOW)
    make_post(
        34,
        name="<b>Bold</b> & \"quoted\" 'single' </script><!--",
        description="One line.\n\nTwo lines\nof <i>text</i>.",
        size="2 x 48 oz",
        price_as_of=NOW.date(),
        source="https://shop.example/a?b=1&c=2",
        **PHOTO,
    )
    make_results(30, won_with=(1, 2, 3, 4, 5, 6), lost=7)
    paths = {
        "home": "/",
        "play": "/play/",
        "how-to-play": "/how-to-play/",
        "privacy": "/privacy/",
        "stats": "/stats/",
        "stats-day": "/stats/30/",
        "stats-today": "/stats/32/",
        "answer": "/answers/30/",
        "answer-everything": "/answers/34/",
        "not-yet": "/answers/32/",
        "withdrawn": "/answers/33/",
        "archive": "/answers/",
        "archive-last": "/answers/?page=2",
        "search": "/answers/?q=product",
        "search-empty": "/answers/?q=%22%3Cscript",
        "search-long": "/answers/?q=" + "x" * 101,
        "plain-404": "/answers/999/",
    }
    with freeze_time("2026-02-01T12:00:00Z"):
        pages = {name: fresh(client, path).text for name, path in paths.items()}
    pages |= {f"error-{status}": error_page(HTTPStatus(status)).text for status in STATUSES}
    assert len(set(pages.values())) == len(pages) - 1  # the 404 is there twice
    assert nu_messages(tmp_path, pages) == []
