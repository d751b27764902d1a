"""`{% load results %}{% day_results number %}` shows a day's distribution on another app's page."""

from typing import Any

from django import template

from stats import charts
from stats.numbers import Numbers, count_puzzle

register = template.Library()


@register.inclusion_tag("stats/day_results.html")
def day_results(number: int) -> dict[str, Any]:
    """Players, solved, average and the distribution of a puzzle that is over. One query."""
    return {"number": number, "numbers": count_puzzle(number)}


@register.inclusion_tag("stats/distribution.html")
def distribution(numbers: Numbers) -> dict[str, Any]:
    """The distribution as a chart and, beside it, as a table."""
    return {"numbers": numbers, "bars": charts.distribution(numbers)}


@register.filter
def thousands(number: int) -> str:
    """12345 as 12,345."""
    return f"{number:,}"
