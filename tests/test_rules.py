"""The bands at their exact edges, against fractions."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcodle.rules import judge

pytestmark = pytest.mark.engine_free


def oracle(guess, price):
    off = abs(Fraction(guess, price) - 1)
    if off <= Fraction(5, 100):
        return ("hit", "win")
    return ("up" if guess < price else "down", "near" if off <= Fraction(25, 100) else "far")


def test_every_price_to_2000_dollars_at_its_edges():
    """The last distance inside each band and the first outside it, above and below the price."""
    for price in range(1, 200_001):
        win, near = floor(price * Fraction(5, 100)), floor(price * Fraction(25, 100))
        for distance in {win, win + 1, near, near + 1}:
            band = "win" if distance <= win else "near" if distance <= near else "far"
            below, above = judge(price - distance, price), judge(price + distance, price)
            assert below.band == above.band == band, (price, distance)
            expected = ("hit", "hit") if band == "win" else ("up", "down")
            assert (below.direction, above.direction) == expected, (price, distance)


@given(st.integers(1, 9_999_999), st.integers(1, 9_999_999))
def test_agrees_with_fractions(guess, price):
    judged = judge(guess, price)
    assert (judged.direction, judged.band) == oracle(guess, price)


@given(st.integers(1, 9_999_999), st.sampled_from([20, 4]), st.integers(-1, 1), st.booleans())
def test_agrees_with_fractions_around_the_edges(price, share, step, above):
    distance = price // share + step
    guess = price + distance if above else price - distance
    if guess >= 1:
        judged = judge(guess, price)
        assert (judged.direction, judged.band) == oracle(guess, price)


def test_exactly_5_percent_of_a_whole_dollar_price_wins():
    # 122 of 4,000 such guesses were lost to floating point in the original.
    for dollars in range(1, 2001):
        price = dollars * 100
        assert judge(price * 95 // 100, price).band == "win"
        assert judge(price * 105 // 100, price).band == "win"
