"""The days of a repetition: every week, every second week, or once a month."""

import calendar
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import takewhile

from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from clubs.language.locales import ordinal

LONGEST = timedelta(days=366)  # the longest span that can be planned at once
WEEK = timedelta(days=7)


def _every(weeks: int) -> Callable[[date], Iterator[date]]:
    def days(first: date) -> Iterator[date]:
        while True:
            yield first
            first += weeks * WEEK

    return days


def _same_week(first: date) -> Iterator[date]:
    """Yield the day on the same weekday of the same week in each month, such as the third Thursday; months without a
    fifth one are skipped.
    """
    number = (first.day - 1) // 7
    for days in _weekdays(first):
        if number < len(days):
            yield days[number]


def _last_week(first: date) -> Iterator[date]:
    for days in _weekdays(first):
        yield days[-1]


def _weekdays(first: date) -> Iterator[list[date]]:
    """Yield, month by month, all days that fall on the weekday of `first`."""
    year, month = first.year, first.month
    while year < date.max.year:
        weeks = calendar.monthcalendar(year, month)
        yield [date(year, month, week[first.weekday()]) for week in weeks if week[first.weekday()]]
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


REPEATS: dict[str, Callable[[date], Iterator[date]]] = {
    "weekly": _every(1),
    "two-weekly": _every(2),
    "monthly": _same_week,
    "last": _last_week,
}


def days_of(first: date, repeat: str, until: date) -> list[date]:
    """Return the days of the repetition from `first` to `until`, both included.

    >>> [f"{day:%d %b}" for day in days_of(date(2026, 11, 26), "monthly", date(2027, 2, 28))]
    ['26 Nov', '24 Dec', '28 Jan', '25 Feb']
    >>> [f"{day:%d %b}" for day in days_of(date(2026, 11, 12), "last", date(2027, 1, 31))]
    ['26 Nov', '31 Dec', '28 Jan']
    """
    days = takewhile(lambda day: day <= until, REPEATS[repeat](first))
    return [day for day in days if day >= first]


def repeat_in_words(first: date, repeat: str) -> str:
    """Return `every Thursday`, `the third Thursday of each month`."""
    words = {
        "weekly": _("every {weekday}"),
        "two-weekly": _("every second {weekday}"),
        "monthly": _("the {place} {weekday} of each month"),
        "last": _("the last {weekday} of each month"),
    }
    return words[repeat].format(weekday=date_format(first, "l"), place=ordinal((first.day - 1) // 7 + 1))
