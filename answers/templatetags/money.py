"""`{% load money %}{{ post.price_cents|dollars }}`."""

from django import template

from answers import money

register = template.Library()
register.filter("dollars", money.dollars)
register.filter("decimal_dollars", money.decimal_dollars)
