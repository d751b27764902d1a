"""The web manifest: what a phone needs to put the game on its home screen."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

pytestmark = pytest.mark.engine_free


def test_manifest_is_enough_to_install(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] and manifest["short_name"]
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}


def test_icons_are_what_the_manifest_says(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        name = re.sub(r"[.][0-9a-f]{12}[.]png$", ".png", icon["src"].removeprefix("/static/"))
        path = finders.find(name)
        assert path, name
        with Image.open(path) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
            assert image.format == "PNG"
