"""The rules of time, pure: no setting, no database, no hidden read of the clock but `utc_now`.

A day is a UTC date. A puzzle is open in `[day 00:00, day + 1 00:10)`; its last ten minutes are
the grace window, in which the next puzzle is open as well. From `day + 1 00:10` on its answer
may be public. All intervals are half-open, all instants aware and in UTC.
"""

from datetime import UTC, date, datetime, time, timedelta

GRACE = timedelta(minutes=10)
ONE_DAY = timedelta(days=1)


def utc_now() -> datetime:
    """The process's clock, aware, UTC. Read once per request or handled puzzle, then passed on."""
    return datetime.now(UTC)


def as_utc(instant: datetime) -> datetime:
    """The same instant in UTC. Raises ValueError for a naive datetime."""
    if instant.tzinfo is None:
        raise ValueError("a naive datetime has no place here: pass an aware one")
    return instant.astimezone(UTC)


def today(now: datetime) -> date:
    """The UTC date of `now`."""
    return as_utc(now).date()


def opens_at(day: date) -> datetime:
    """The first instant at which the puzzle of `day` can be played."""
    return datetime.combine(day, time.min, UTC)


def publishable_at(day: date) -> datetime:
    """The first instant at which the answer of `day` may be public; guesses end here too."""
    return opens_at(day) + ONE_DAY + GRACE


def has_begun(day: date, now: datetime) -> bool:
    """True from `day` 00:00 on, for good."""
    return day <= today(now)


def is_open(day: date, now: datetime) -> bool:
    """True while guesses for the puzzle of `day` are taken."""
    return opens_at(day) <= as_utc(now) < publishable_at(day)


def is_over(day: date, now: datetime) -> bool:
    """True once the puzzle of `day` is closed for good and its answer may be public."""
    return publishable_at(day) <= as_utc(now)


def last_over_day(now: datetime) -> date:
    """The newest day for which `is_over` holds; every earlier day is over too."""
    return (as_utc(now) - GRACE).date() - ONE_DAY


def open_days(now: datetime) -> list[date]:
    """The days that are open for guesses, newest first: two during grace, else one."""
    newest = today(now)
    return [day for day in (newest, newest - ONE_DAY) if is_open(day, now)]


def next_visibility_change(now: datetime) -> datetime:
    """The first instant after `now` at which something opens, closes or may become public."""
    midnight = opens_at(today(now))
    steps = (midnight + GRACE, midnight + ONE_DAY)
    return next(step for step in steps if step > as_utc(now))


def milliseconds(instant: datetime) -> int:
    """Whole milliseconds since the epoch, rounded down: the unit of `job_leases`."""
    return (as_utc(instant) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def iso(instant: datetime) -> str:
    """`2026-12-02T00:10:00Z`, whole seconds: the one shape in which JSON and feeds show time."""
    return as_utc(instant).strftime("%Y-%m-%dT%H:%M:%SZ")
