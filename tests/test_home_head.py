"""The home page's share picture is the puzzle's own card, which has no price."""

import pytest
from django.test import Client
from PIL import Image

from tests.make import ROOT, make_puzzle
from tests.pages import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_the_card_of_todays_puzzle_is_the_share_picture(client: Client) -> None:
    make_puzzle(31, card_key="d" * 32)
    address = f"http://testserver/media/cards/{'d' * 32}.jpg"
    assert f'<meta property="og:image" content="{address}">' in fresh(client, "/").text


def test_a_puzzle_without_photo_shares_the_sites_picture(client: Client) -> None:
    make_puzzle(31)
    page = fresh(client, "/").text
    assert '<meta property="og:image" content="http://testserver/static/costcodle/share.' in page


def test_the_sites_picture_has_the_size_that_pages_say() -> None:
    with Image.open(ROOT / "costcodle/static/costcodle/share.png") as picture:
        assert picture.size == (1200, 630)
