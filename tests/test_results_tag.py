import pytest
from django.template import Context, Template

from tests.make import make_puzzle, make_results

pytestmark = pytest.mark.django_db


def render(number: int) -> str:
    return Template("{% load results %}{% day_results number %}").render(
        Context({"number": number})
    )


def test_tag_shows_the_days_distribution(django_assert_num_queries):
    make_puzzle(5)
    make_results(5, (0, 1000, 0, 0, 0, 0), lost=250)
    with django_assert_num_queries(1):
        html = render(5)
    for part in ("<dd>1,250</dd>", "<dd>80%</dd>", "<dd>2.80</dd>", "<svg", "<table"):
        assert part in html
    assert 'href="/stats/5/"' in html


def test_tag_of_a_day_without_results_shows_nothing():
    make_puzzle(5)
    assert render(5).strip() == ""


def test_tag_of_an_unknown_number_shows_nothing():
    assert render(5).strip() == ""
