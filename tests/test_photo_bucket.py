"""Photos in a bucket: the real client against a server of the suite's own."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from answers.models import AnswerPost, Puzzle
from answers.photos import attach_photo, files_exist, photo_url
from answers.publishing import publish_puzzle
from costcodle.environment import Environment
from tests.make import NOW, make_puzzle
from tests.object_store import Bucket, object_store
from tests.pages import fresh
from tests.pictures import make_picture

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.usefixtures("noon"),
]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Bucket]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with object_store() as store:
        address = f"s3://pictures/shop?region=eu-central-1&endpoint={store.url}"
        monkeypatch.setenv("PHOTO_STORAGE_URL", address)
        storage = Environment(Path()).photo_storage("PHOTO_STORAGE_URL")
        settings.STORAGES = settings.STORAGES | {"default": storage}
        yield store


def with_photo(number: int) -> Puzzle:
    make_puzzle(number)
    return attach_photo(number, make_picture(), NOW)


def names(bucket: Bucket) -> set[str]:
    return {path.removeprefix("/pictures/shop") for path in bucket.objects}


def test_a_photo_goes_to_the_bucket_and_its_page_shows_it(client: Client, bucket: Bucket) -> None:
    puzzle = with_photo(1)
    assert puzzle.image_state == "ready"
    assert files_exist(puzzle.image_key, puzzle.image_width)
    content, headers = bucket.objects[f"/pictures/shop/photos/{puzzle.image_key}-400.webp"]
    assert headers["Content-Type"] == "image/webp"
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "eu-central-1" in headers["Authorization"]
    optional = {"x-amz-acl", "x-amz-sdk-checksum-algorithm", "x-amz-checksum-crc32"}
    assert not optional & {name.lower() for name in headers}  # many storages refuse them
    assert publish_puzzle(1).outcome == "published"
    page = fresh(client, "/answers/1/").text
    shown = set(re.findall(r"/media(/(?:photos|cards)/[0-9a-f]{32}[^\s\"]*)", page))
    assert len(shown) == 5  # two widths in two formats, and the card
    assert shown <= names(bucket)
    served = client.get(photo_url(puzzle.image_key, 400, "webp"))
    assert (served.status_code, served.getvalue()) == (200, content)
    assert served["Content-Type"] == "image/webp"


def test_a_missing_object_leaves_the_photo_out(client: Client, bucket: Bucket) -> None:
    puzzle = with_photo(1)
    del bucket.objects[f"/pictures/shop/photos/{puzzle.image_key}-400.webp"]
    assert not files_exist(puzzle.image_key, puzzle.image_width)
    assert client.get(photo_url(puzzle.image_key, 400, "webp")).status_code == 404
    assert publish_puzzle(1).outcome == "published"
    assert not AnswerPost.objects.get().has_photo


def test_a_bucket_that_is_away_stops_neither_pages_nor_uploads(
    client: Client, bucket: Bucket
) -> None:
    puzzle = with_photo(1)
    make_puzzle(2)
    bucket.away = True
    assert publish_puzzle(1).outcome == "published"
    assert not AnswerPost.objects.get().has_photo
    refused = attach_photo(2, make_picture(7), NOW)
    assert refused.image_error == "The photo's files could not be written: try again."
    picture = client.get(photo_url(puzzle.image_key, 400, "webp"))
    assert (picture.status_code, picture["Cache-Control"]) == (503, "no-store")
    bucket.away = False
    assert publish_puzzle(1).outcome == "updated"
    assert AnswerPost.objects.get().has_photo
