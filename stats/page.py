"""What the results page of one day shows."""

import calendar
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils.functional import cached_property

from costcodle import clock
from stats import charts
from stats.numbers import NOBODY, DayNumbers, Numbers, read_days

TREND_DAYS = 90
LEAST_TREND_DAYS = 14


@dataclass(frozen=True)
class ResultsPage:
    """One day's numbers, the days up to it, and its month; `days` are all begun, oldest first."""

    day: date
    now: datetime
    days: list[DayNumbers]

    @cached_property
    def numbers(self) -> DayNumbers | None:
        """The day's own numbers; None on a day without a puzzle."""
        return next((each for each in self.days if each.day == self.day), None)

    @property
    def is_final(self) -> bool:
        return clock.is_over(self.day, self.now)

    @property
    def closes_at(self) -> datetime:
        return clock.publishable_at(self.day)

    @cached_property
    def first_day(self) -> date:
        """Of the charts: a young site's begin with its first players, not with an empty half."""
        first = min([*(each.day for each in self.trend), days_up_to(self.day, LEAST_TREND_DAYS)])
        return max(first, days_up_to(self.day, TREND_DAYS))

    @property
    def num_days(self) -> int:
        return (self.day - self.first_day).days + 1

    @cached_property
    def trend(self) -> list[DayNumbers]:
        """The days of the trend that had players."""
        return [each for each in self.days if each.day <= self.day and each.players]

    @cached_property
    def total(self) -> Numbers:
        """All games of the trend."""
        return sum(self.trend, start=NOBODY)

    @cached_property
    def columns(self) -> list[charts.Column]:
        return charts.columns(self.trend, self.first_day, self.num_days)

    @cached_property
    def most_players(self) -> int:
        return max(each.players for each in self.trend)

    @cached_property
    def solved_line(self) -> str:
        return charts.solved_line(self.trend, self.first_day, self.num_days)

    @cached_property
    def by_difficulty(self) -> list[DayNumbers]:
        """The month's days that are over, hardest first: fewest solved, then most guesses."""
        month = (self.day.year, self.day.month)
        over = [
            each
            for each in self.days
            if (each.day.year, each.day.month) == month
            and each.players
            and clock.is_over(each.day, self.now)
        ]
        return sorted(over, key=lambda each: (each.solved_percent, -(each.average_guesses or 0)))

    @property
    def older(self) -> DayNumbers | None:
        return next((each for each in reversed(self.days) if each.day < self.day), None)

    @property
    def newer(self) -> DayNumbers | None:
        return next((each for each in self.days if each.day > self.day), None)


def days_up_to(day: date, num_days: int) -> date:
    """The first of `num_days` days of which `day` is the last."""
    return day - timedelta(days=num_days - 1)


def read_page(day: date, now: datetime) -> ResultsPage:
    """The page of `day`, a begun one. One query: from the trend's first day to the month's end."""
    month_end = day.replace(day=calendar.monthrange(day.year, day.month)[1])
    last = min(month_end + clock.ONE_DAY, clock.today(now))
    return ResultsPage(day, now, read_days(days_up_to(day, TREND_DAYS), last))
