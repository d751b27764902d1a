"""Names of pictures tell nothing to who can draw the same picture."""

import hashlib
import hmac
import itertools

import pytest
from django.test import override_settings

from answers.photos.names import keyed_name, widths

pytestmark = pytest.mark.engine_free
CONTENT = b"the very bytes of a card with a price"


def test_a_name_needs_the_secret() -> None:
    name = keyed_name("card", CONTENT)
    assert name == keyed_name("card", CONTENT)
    with override_settings(SECRET_KEY="another secret"):
        assert keyed_name("card", CONTENT) != name


def test_no_hash_that_a_stranger_can_compute_gives_the_name() -> None:
    name = keyed_name("card", CONTENT)
    texts = (CONTENT, b"37:" + CONTENT, b"answers.photos.card" + CONTENT)
    for algorithm, text in itertools.product(("md5", "sha1", "sha256", "sha512"), texts):
        assert name not in hashlib.new(algorithm, text, usedforsecurity=False).hexdigest()
        for key in (b"", b"answers.photos.card", b"card"):
            assert name not in hmac.new(key, text, algorithm).hexdigest()


def test_a_name_is_one_of_its_purpose_and_its_parts() -> None:
    assert keyed_name("card", CONTENT) != keyed_name("photo", CONTENT)
    assert keyed_name("photo", b"ab", b"c") != keyed_name("photo", b"a", b"bc")
    assert len(keyed_name("photo", CONTENT)) == 32


def test_widths_end_with_the_photos_own() -> None:
    assert widths(1600) == [400, 800, 1600]
    assert widths(1200) == [400, 800, 1200]
    assert widths(800) == [400, 800]
    assert widths(64) == [64]
