"""No entry lives across 00:00 and 00:10 UTC, nor longer than its policy."""

from datetime import timedelta

import pytest
from django.test import Client
from freezegun import freeze_time

from tests import edge_site
from tests.make import make_photo_ready, make_puzzle, raise_revision

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.edge_site")]


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def is_hit(client: Client, path: str) -> bool:
    return "; hit;" in client.get(path)["Cache-Status"]


@pytest.mark.parametrize(("path", "seconds"), [("/page/", 300), ("/clock/", 60)])
def test_lifetime_of_a_policy(client: Client, path: str, seconds: int) -> None:
    with freeze_time("2026-05-01 12:00:00") as clock:
        client.get(path)
        clock.tick(timedelta(seconds=seconds, microseconds=-1))
        assert is_hit(client, path)
        clock.tick(timedelta(microseconds=1))
        assert not is_hit(client, path)


@pytest.mark.parametrize("change", ["2026-05-02 00:00:00", "2026-05-02 00:10:00"])
def test_no_entry_lives_across_a_visibility_change(client: Client, change: str) -> None:
    with freeze_time(change) as clock:
        clock.tick(timedelta(seconds=-10))
        client.get("/page/")
        clock.tick(timedelta(seconds=10, microseconds=-1))
        assert is_hit(client, "/page/")
        clock.tick(timedelta(microseconds=1))
        assert not is_hit(client, "/page/")
        assert is_hit(client, "/page/")


def test_a_render_across_the_change_is_not_kept_after_it(client: Client) -> None:
    with freeze_time("2026-05-02 00:09:59.900") as clock:
        edge_site.during.append(lambda: clock.tick(timedelta(seconds=0.2)))
        client.get("/clock/")
        edge_site.during.clear()
        assert not is_hit(client, "/clock/")


def test_not_published_yet_gives_way_to_the_page_at_once(client: Client) -> None:
    make_puzzle(1)
    with freeze_time("2026-05-02 00:09:50") as clock:
        assert client.get("/product/1/").status_code == 404
        assert is_hit(client, "/product/1/")
        clock.tick(timedelta(seconds=10))
        make_photo_ready(1)  # stands for the publication
        raise_revision()
        assert client.get("/product/1/").status_code == 200


def test_an_entry_of_a_process_whose_clock_is_ahead_is_not_taken(client: Client) -> None:
    with freeze_time("2026-05-01 00:08:00") as clock:
        clock.tick(timedelta(minutes=4))
        client.get("/clock/")
        clock.tick(timedelta(minutes=-4))
        assert not is_hit(client, "/clock/")
