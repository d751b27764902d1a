"""A million results over two years: the pages' statements and sums stay right."""

from datetime import timedelta

import pytest
from django.db.models import Count
from freezegun import freeze_time

from stats.models import DailyResult
from tests.make import NOW, day_of, make_many_results, make_puzzle
from tests.pages import fresh, queries_of

DAYS, RESULTS_A_DAY = 730, 1_370


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_pages_over_a_million_results(client):
    for number in range(1, DAYS + 1):
        make_puzzle(number)
        make_many_results(number, RESULTS_A_DAY, seed=number)
    assert DailyResult.objects.count() >= 1_000_000
    with freeze_time(NOW + timedelta(days=DAYS - 31)):
        for number in (1, 365, DAYS):
            found = fresh(client, f"/stats/{number}.json").json()
            rows = DailyResult.objects.filter(puzzle=number)
            assert found["players"] == rows.count() == RESULTS_A_DAY
            won = rows.filter(outcome="won").values_list("guesses_used").annotate(Count("pk"))
            assert {int(used): count for used, count in found["distribution"].items()} == {
                **dict.fromkeys(range(1, 7), 0),
                **dict(won),
            }
        total = fresh(client, "/stats/").context["page"].total
        trend = DailyResult.objects.filter(puzzle__day__gt=day_of(DAYS) - timedelta(days=90))
        assert total.players == trend.count()
        assert total.lost == trend.filter(outcome="lost").count()
        paths = ("/stats/", f"/stats/{DAYS}/", "/stats/1/", "/stats/1.json")
        # The days of these numbers are remembered by now.
        assert [len(queries_of(client, path)) for path in paths] == [2, 2, 2, 1]
