"""The home page's share picture is the puzzle's own card, which has no price."""

import pytest
from django.test import Client

from tests.make import make_puzzle
from tests.pages import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_the_card_of_todays_puzzle_is_the_share_picture(client: Client) -> None:
    make_puzzle(31, card_key="d" * 32)
    address = f"http://testserver/media/cards/{'d' * 32}.jpg"
    assert f'<meta property="og:image" content="{address}">' in fresh(client, "/").text


def test_a_puzzle_without_photo_has_no_share_picture(client: Client) -> None:
    make_puzzle(31)
    assert "og:image" not in fresh(client, "/").text
