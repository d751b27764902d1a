"""Every part of the key counts: another value of any of them is another entry."""

from datetime import timedelta

import pytest

from costcodle.edge import key
from costcodle.edge.key import PageKey, entry_name, site_part
from costcodle.edge.revision import Revision
from tests.make import NOW

pytestmark = pytest.mark.engine_free

PAGE = PageKey("http://a", NOW, "content", Revision("7", "token"), "/answers/", "page=2")


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://a"},
        {"now": NOW + timedelta(days=1)},
        {"policy": "home"},
        {"revision": Revision("8", "token")},
        {"revision": Revision("7", "other")},
        {"path": "/answers"},
        {"query": "page=3"},
    ],
)
def test_another_part_is_another_entry(changes: dict) -> None:
    assert PAGE._replace(**changes).digest("site") != PAGE.digest("site")


def test_long_addresses_are_not_remembered() -> None:
    """Else whoever asks for `?page=` with long junk would fill the memory of each process."""
    before = key._remembered_digest.cache_info().currsize
    digests = [
        PAGE._replace(**{part: str(number) * 4000}).digest("site")
        for part in ("query", "path", "origin")
        for number in range(5)
    ]
    assert len(set(digests)) == len(digests)
    assert key._remembered_digest.cache_info().currsize == before
    PAGE._replace(path="/answers/7/", query="").digest("another site")
    assert key._remembered_digest.cache_info().currsize == before + 1


def test_of_the_instant_only_the_day_counts() -> None:
    assert PAGE._replace(now=NOW + timedelta(hours=1)).digest("site") == PAGE.digest("site")


@pytest.mark.parametrize("name", ["ENVIRONMENT", "BUILD_VERSION", "SITE_ORIGIN"])
def test_another_site_or_build_has_other_entries(settings, name: str) -> None:
    before = site_part()
    setattr(settings, name, "another")
    assert PAGE.digest(site_part()) != PAGE.digest(before)


def test_another_layout_has_other_entries(monkeypatch) -> None:
    before = site_part()
    monkeypatch.setattr(key, "CONTRACT_VERSION", key.CONTRACT_VERSION + 1)
    assert PAGE.digest(site_part()) != PAGE.digest(before)


def test_each_encoding_is_an_entry_of_its_own() -> None:
    assert entry_name("digest", "br") != entry_name("digest", "gzip")
