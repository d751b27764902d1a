"""GET /media/…: the stored pictures, and nothing else of the machine."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from answers.photos import card_url, photo_url
from answers.photos.names import card_path, photo_path
from answers.photos.storage import store

# The database: closing a response looks at the connections, where another test left one.
pytestmark = [pytest.mark.engine_free, pytest.mark.django_db]
KEY = "abc123" + "0" * 26
PHOTO = photo_url(KEY, 400, "webp")


@pytest.fixture(autouse=True)
def pictures(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    store(photo_path(KEY, 400, "webp"), b"webp bytes")
    store(photo_path(KEY, 400, "jpg"), b"jpeg bytes")
    store(card_path(KEY), b"card bytes")
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (tmp_path / "media" / "photos" / "notes.txt").write_bytes(b"secret")


@pytest.mark.parametrize(
    ("url", "kind", "content"),
    [
        (PHOTO, "image/webp", b"webp bytes"),
        (photo_url(KEY, 400, "jpg"), "image/jpeg", b"jpeg bytes"),
        (card_url(KEY), "image/jpeg", b"card bytes"),
    ],
)
def test_a_picture_may_be_kept_for_ever(
    client: Client, url: str, kind: str, content: bytes
) -> None:
    response = client.get(url)
    assert response.getvalue() == content
    assert response.headers["Content-Type"] == kind
    assert response.headers["Content-Length"] == str(len(content))
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in response.headers
    assert "Vary" not in response.headers


def test_head_has_the_headers_alone(client: Client) -> None:
    get, head = client.get(PHOTO), client.head(PHOTO)
    assert head.headers.items() >= get.headers.items() - {("Date", "")}
    assert b"".join(get.streaming_content)
    assert head.getvalue() == b""


def test_an_unchanged_picture_costs_a_304(client: Client) -> None:
    first = client.get(PHOTO)
    first.close()
    second = client.get(PHOTO, headers={"if-none-match": first.headers["ETag"]})
    assert (second.status_code, second.content) == (304, b"")
    assert second.headers["ETag"] == first.headers["ETag"]
    assert second.headers["Cache-Control"] == first.headers["Cache-Control"]
    other = client.get(PHOTO, headers={"if-none-match": '"another"'})
    assert (other.status_code, other.getvalue()) == (200, b"webp bytes")


def test_etags_differ_by_file(client: Client) -> None:
    responses = [client.get(url) for url in (PHOTO, photo_url(KEY, 400, "jpg"), card_url(KEY))]
    assert len({response.headers["ETag"] for response in responses}) == 3
    for response in responses:
        response.close()


@pytest.mark.parametrize(
    "path",
    [
        "",
        "photos",
        "photos/",
        "cards/",
        "photos/notes.txt",
        "../secret.jpg",
        "photos/../../secret.jpg",
        "photos/..%2f..%2fsecret.jpg",
        "%2e%2e/secret.jpg",
        "//etc/passwd",
        f"photos/{KEY}-400.webp/",
        f"photos/{KEY}-400.webp%00",
        f"photos/{KEY}-400.webp%0a",
        f"photos/{KEY}-0400.webp",
        f"photos/{KEY}-800.webp",
        f"photos/{KEY}-400.png",
        f"photos/{KEY.upper()}-400.webp",
        f"photos/.{KEY}-400.webp",
        f"cards/{KEY}.webp",
        f"cards/{'1' * 32}.jpg",
    ],
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    response = client.get(f"/media/{path}")
    assert response.status_code == 404
    assert b"secret" not in response.content
    assert "immutable" not in response.headers.get("Cache-Control", "")


def test_a_picture_that_is_gone_is_404_also_to_who_has_it(client: Client) -> None:
    url = card_url("2" * 32)
    etag = f'"cards/{"2" * 32}.jpg"'
    assert client.get(url, headers={"if-none-match": etag}).status_code == 404


def test_only_reading(client: Client) -> None:
    assert client.post(PHOTO).status_code == 405
