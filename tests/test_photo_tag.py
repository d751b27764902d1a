"""{% photo %}: a picture in all its widths, or a placeholder."""

import re

import pytest
from django.template import Context, Template

from answers.models import AnswerPost, Puzzle

pytestmark = pytest.mark.engine_free
KEY = "e" * 32


def rendered(thing: Puzzle | AnswerPost, arguments: str = "") -> str:
    text = "{% load photos %}{% photo thing " + arguments + " %}"
    return Template(text).render(Context({"thing": thing}))


def with_photo(width: int = 1200, height: int = 900) -> Puzzle:
    return Puzzle(name="Oil & Vinegar", image_key=KEY, image_width=width, image_height=height)


def test_all_widths_in_both_formats() -> None:
    html = rendered(with_photo(), 'sizes="50vw"')
    for kind in ("webp", "jpg"):
        addresses = [f"/media/photos/{KEY}-{width}.{kind} {width}w" for width in (400, 800, 1200)]
        assert f'srcset="{", ".join(addresses)}"' in html
    assert html.count('sizes="50vw"') == 2
    assert 'type="image/webp"' in html
    assert f'src="/media/photos/{KEY}-800.jpg"' in html


def test_the_place_of_the_picture_is_known_before_it_loads() -> None:
    html = rendered(with_photo(1067, 1600))
    assert 'width="1067" height="1600"' in html


def test_the_name_is_its_text_and_is_escaped() -> None:
    assert 'alt="Oil &amp; Vinegar"' in rendered(with_photo())


def test_only_lazy_pictures_wait() -> None:
    assert 'loading="lazy"' in rendered(with_photo(), "lazy=True")
    assert "lazy" not in rendered(with_photo())
    assert "fetchpriority" not in rendered(with_photo(), "lazy=True")


def test_a_small_photo_has_one_width() -> None:
    html = rendered(with_photo(300, 225))
    assert f'srcset="/media/photos/{KEY}-300.webp 300w"' in html


def test_a_page_and_a_puzzle_look_alike() -> None:
    post = AnswerPost(name="Oil & Vinegar", image_key=KEY, image_width=1200, image_height=900)
    assert rendered(post) == rendered(with_photo())


def test_without_a_photo_a_placeholder_of_the_usual_shape() -> None:
    html = rendered(Puzzle(name="Oil"))
    assert "<img" not in html
    assert 'role="img" aria-label="No photo yet"' in html
    width, height = (
        int(re.search(rf'<svg[^>]* {side}="(\d+)"', html)[1])  # type: ignore[index]
        for side in ("width", "height")
    )
    assert width * 3 == height * 4


@pytest.mark.parametrize("thing", [with_photo(), Puzzle(name="Oil")])
def test_nothing_that_the_content_policy_forbids(thing: Puzzle) -> None:
    assert not re.search(r"<script|style=|\son\w+=", rendered(thing))
