from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from answers.bank import images, sample
from answers.bank.parse import parse_bank
from answers.models import Puzzle
from answers.unit_price import unit_prices
from costcodle import clock
from tests.make import NOW, make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("attached")]


@pytest.mark.parametrize("now", [NOW, datetime(2028, 2, 29, 0, 5, tzinfo=UTC)])
def test_today_has_a_puzzle_with_answers_behind_and_weeks_ahead(now):
    sample.load_sample(now)
    today = clock.today(now)
    assert Puzzle.objects.filter(day__lt=today).count() == 45
    assert Puzzle.objects.filter(day=today).exists()
    assert Puzzle.objects.filter(day__gt=today).count() >= 28
    days = list(Puzzle.objects.order_by("number").values_list("day", flat=True))
    assert days == [days[0] + timedelta(days=n) for n in range(len(days))]


def test_every_puzzle_gets_its_picture(attached):
    sample.load_sample(NOW)
    assert sorted(attached) == list(range(1, Puzzle.objects.count() + 1))


def test_bank_that_has_a_puzzle_is_left_as_it_is(attached):
    make_puzzle(1)
    assert sample.load_sample(NOW) is None
    assert (Puzzle.objects.count(), attached) == (1, [])


def test_second_load_on_a_later_day_changes_nothing():
    sample.load_sample(NOW)
    before = list(Puzzle.objects.values())
    assert sample.load_sample(NOW + timedelta(days=9)) is None
    assert list(Puzzle.objects.values()) == before


def test_pictures_that_a_killed_load_did_not_come_to_are_attached(monkeypatch, attached):
    def killed(number, content, now):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(images, "attach_photo", killed)
        sample.load_sample(NOW)
    Puzzle.objects.filter(number=2).update(name="A product of someone's own")
    assert sample.load_sample(NOW + timedelta(days=9)) is None
    assert sorted(attached) == [1, *range(3, Puzzle.objects.count() + 1)]


def rows():
    return [row.values for row in parse_bank((sample.FOLDER / "bank.csv").read_bytes(), "").rows]


def test_products_are_complete_and_told_apart():
    names = Counter(values["name"] for values in rows())
    assert len(names) >= 75 and set(names.values()) == {1}
    for values in rows():
        assert values["description"] and values["source"]
        if values["price_note"]:
            assert (values["price_note"], values["size"]) == ("price per lb", "")
        else:
            assert unit_prices(values["price_cents"], values["size"])
