"""What the answer pages, the archive and the feed say of a published row.

`{{ post|summary }}`, `{{ path|absolute }}`, `{% json_ld data %}` …
"""

import json
from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString

from answers import addresses, wording
from answers.models import AnswerPost, Puzzle
from answers.photos import card_url, photo_url
from answers.unit_price import UnitPrice, size_in_name, unit_prices
from costcodle import clock

register = template.Library()
register.filter("iso", clock.iso)
register.filter("absolute", addresses.absolute)
register.filter("entry_id", addresses.entry_id)
register.filter("title_of", wording.title)
register.filter("summary_of", wording.summary)

# Inside a script element these three could end it or begin a comment.
_ESCAPES = {ord("<"): r"\u003C", ord(">"): r"\u003E", ord("&"): r"\u0026"}


@register.filter
def prices_per_unit(post: AnswerPost) -> list[UnitPrice]:
    """Empty where a note says that the price counts in another way, or the size is unclear."""
    if post.price_note:
        return []
    return unit_prices(post.price_cents, post.size or size_in_name(post.name))


@register.filter
def photo_address(post: AnswerPost) -> str:
    """The largest file of the photo, absolute: what feeds and cards take."""
    return addresses.absolute(photo_url(post.image_key, post.image_width, "jpg"))


@register.filter
def card_address(thing: AnswerPost | Puzzle) -> str:
    """The share picture: without the price of a puzzle, with the price of a page."""
    return addresses.absolute(card_url(thing.card_key))


@register.simple_tag
def archive_path(page: int, query: str = "") -> str:
    """The address of a page of the archive, in its one spelling: page 1 has no parameter."""
    parameters = ({"q": query} if query else {}) | ({"page": page} if page > 1 else {})
    return reverse("archive", query=parameters or None)


@register.simple_tag
def json_ld(data: dict[str, Any]) -> SafeString:
    """A data block, which browsers don't execute; ASCII, whatever the product is called."""
    text = json.dumps(data).translate(_ESCAPES)
    return SafeString(f'<script type="application/ld+json">{text}</script>')
