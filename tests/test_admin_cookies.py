"""Cookies of the admin mean nothing on other pages, whatever stands in them."""

import pytest
from django.conf import settings
from django.test import Client

from tests.make import make_staff

SPOILT = ["sessionid=x", "csrftoken=abc", "sessionid=x; csrftoken=abc"]


@pytest.mark.engine_free
@pytest.mark.parametrize("cookies", SPOILT)
@pytest.mark.parametrize("path", ["/answers/01/", "/robots.txt", "/how-to-play/", "/livez"])
def test_a_spoilt_one_changes_nothing(client: Client, path: str, cookies: str) -> None:
    answer = client.get(path, headers={"Cookie": cookies})
    assert not answer.cookies
    assert answer.headers == client.get(path).headers


@pytest.mark.django_db
def test_in_the_admin_they_count(client: Client) -> None:
    client.force_login(make_staff("superuser"))
    assert client.get(f"/{settings.ADMIN_PATH}answers/puzzle/").status_code == 200
