"""The rules of time: the last instant before, the instant itself, the instant after."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from freezegun import freeze_time
from hypothesis import given
from hypothesis import strategies as st

from costcodle import clock

pytestmark = pytest.mark.engine_free

DAY = date(2026, 3, 14)
TICK = timedelta(microseconds=1)
MIDNIGHT = datetime(2026, 3, 15, tzinfo=UTC)  # the end of DAY
CLOSING = datetime(2026, 3, 15, 0, 10, tzinfo=UTC)

# Any instant with a neighbour on each side, told by a clock of any zone.
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(
    datetime(1990, 1, 1),  # noqa: DTZ001  hypothesis adds the zone
    datetime(2090, 1, 1),  # noqa: DTZ001
    timezones=zones,
)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1))


def test_utc_now_is_aware_and_utc():
    with freeze_time("2026-03-14T23:30:00Z"):
        now = clock.utc_now()
    assert (now, now.tzinfo) == (datetime(2026, 3, 14, 23, 30, tzinfo=UTC), UTC)


def test_as_utc_keeps_the_instant():
    given_in_tokyo = datetime(2026, 3, 15, 8, tzinfo=timezone(timedelta(hours=9)))
    assert clock.as_utc(given_in_tokyo) == given_in_tokyo
    assert clock.as_utc(given_in_tokyo).hour == 23


@pytest.mark.parametrize(
    "function",
    [
        clock.as_utc,
        clock.today,
        clock.last_over_day,
        clock.open_days,
        clock.next_visibility_change,
        clock.milliseconds,
        clock.iso,
        lambda now: clock.has_begun(DAY, now),
        lambda now: clock.is_open(DAY, now),
        lambda now: clock.is_over(DAY, now),
    ],
)
def test_naive_datetime_raises(function):
    with pytest.raises(ValueError, match="naive"):
        function(datetime(2026, 3, 14, 12))  # noqa: DTZ001  naive on purpose


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (MIDNIGHT - TICK, date(2026, 3, 14)),
        (MIDNIGHT, date(2026, 3, 15)),
        (MIDNIGHT + TICK, date(2026, 3, 15)),
        # 16:30 on the 14th in Los Angeles is the 15th.
        (datetime(2026, 3, 14, 16, 30, tzinfo=timezone(timedelta(hours=-8))), date(2026, 3, 15)),
    ],
)
def test_today_is_the_utc_date(now, expected):
    assert clock.today(now) == expected


def test_puzzle_opens_at_midnight_and_closes_ten_minutes_after_the_next():
    assert clock.opens_at(DAY) == datetime(2026, 3, 14, tzinfo=UTC)
    assert clock.publishable_at(DAY) == CLOSING


def test_leap_day_and_new_year():
    assert clock.publishable_at(date(2028, 2, 28)) == datetime(2028, 2, 29, 0, 10, tzinfo=UTC)
    assert clock.publishable_at(date(2028, 2, 29)) == datetime(2028, 3, 1, 0, 10, tzinfo=UTC)
    assert clock.publishable_at(date(2026, 12, 31)) == datetime(2027, 1, 1, 0, 10, tzinfo=UTC)


BEGIN = datetime(2026, 3, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "begun", "is_open", "over"),
    [
        (BEGIN - TICK, False, False, False),
        (BEGIN, True, True, False),
        (BEGIN + TICK, True, True, False),
        (MIDNIGHT - TICK, True, True, False),
        (MIDNIGHT, True, True, False),
        (CLOSING - TICK, True, True, False),
        (CLOSING, True, False, True),
        (CLOSING + TICK, True, False, True),
    ],
)
def test_life_of_a_puzzle(now, begun, is_open, over):
    assert clock.has_begun(DAY, now) is begun
    assert clock.is_open(DAY, now) is is_open
    assert clock.is_over(DAY, now) is over


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (MIDNIGHT - TICK, [DAY]),
        (MIDNIGHT, [DAY + clock.ONE_DAY, DAY]),
        (CLOSING - TICK, [DAY + clock.ONE_DAY, DAY]),
        (CLOSING, [DAY + clock.ONE_DAY]),
    ],
)
def test_two_days_are_open_in_the_grace_window(now, expected):
    assert clock.open_days(now) == expected


@pytest.mark.parametrize(
    ("now", "expected"),
    [(CLOSING - TICK, DAY - clock.ONE_DAY), (CLOSING, DAY), (CLOSING + TICK, DAY)],
)
def test_last_over_day(now, expected):
    assert clock.last_over_day(now) == expected


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (MIDNIGHT - TICK, MIDNIGHT),
        (MIDNIGHT, CLOSING),
        (CLOSING - TICK, CLOSING),
        (CLOSING, MIDNIGHT + clock.ONE_DAY),
        (CLOSING + TICK, MIDNIGHT + clock.ONE_DAY),
    ],
)
def test_next_visibility_change_is_after_now(now, expected):
    assert clock.next_visibility_change(now) == expected


def test_milliseconds_are_rounded_down_and_exact():
    assert clock.milliseconds(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert clock.milliseconds(CLOSING) == 1_773_533_400_000
    assert clock.milliseconds(CLOSING - TICK) == 1_773_533_399_999
    assert clock.milliseconds(CLOSING + 999 * TICK) == 1_773_533_400_000


def test_iso_has_whole_seconds_and_a_z():
    assert clock.iso(CLOSING + 999_999 * TICK) == "2026-03-15T00:10:00Z"
    assert clock.iso(CLOSING.astimezone(timezone(timedelta(hours=2)))) == "2026-03-15T00:10:00Z"


@given(days, instants)
def test_closing_ends_the_game_and_frees_the_answer_in_one_instant(day, now):
    assert clock.has_begun(day, now) == (clock.is_open(day, now) or clock.is_over(day, now))
    assert not (clock.is_open(day, now) and clock.is_over(day, now))


@given(days, instants)
def test_last_over_day_agrees_with_is_over(day, now):
    assert clock.is_over(day, now) == (day <= clock.last_over_day(now))


@given(instants)
def test_open_days_are_those_that_are_open(now):
    around = [clock.today(now) + timedelta(days=shift) for shift in (1, 0, -1, -2)]
    assert clock.open_days(now) == [day for day in around if clock.is_open(day, now)]


@given(instants)
def test_nothing_opens_or_closes_before_the_next_visibility_change(now):
    change = clock.next_visibility_change(now)

    def visible(at: datetime) -> tuple[date, list[date], date]:
        return clock.today(at), clock.open_days(at), clock.last_over_day(at)

    assert now < change <= now + clock.ONE_DAY
    assert visible(now) == visible(change - TICK) != visible(change)


@given(instants, zones)
def test_zone_of_the_clock_changes_nothing(now, zone):
    there = now.astimezone(zone)
    assert clock.today(there) == clock.today(now)
    assert clock.milliseconds(there) == clock.milliseconds(now)
    assert clock.next_visibility_change(there) == clock.next_visibility_change(now)


@given(instants, instants)
def test_milliseconds_keep_the_order(first, second):
    if first <= second:
        assert clock.milliseconds(first) <= clock.milliseconds(second)
    else:
        assert clock.milliseconds(first) >= clock.milliseconds(second)
