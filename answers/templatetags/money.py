"""`{% load money %}`: `{{ post.price_cents|dollars }}` in a text, `{% price_tag cents %}` large."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from answers import money

register = template.Library()
register.filter("dollars", money.dollars)


@register.simple_tag
def price_tag(cents: int) -> SafeString:
    """The price as shelf tags print it, with a small dollar sign and small cents."""
    return format_html(
        '<p class="price"><span class="price-unit">$</span>{}'
        '<span class="price-cents">.{}</span></p>',
        f"{cents // 100:,}",
        f"{cents % 100:02}",
    )
