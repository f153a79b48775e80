"""Nights that repeat: every Thursday until May. Each is a night of its own, and can be skipped or moved alone."""

import calendar
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import takewhile

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.calendar.nights import call_off, has_begun
from clubs.calendar.seasons import span_holding, spans_of
from clubs.models import Club, Night
from games.base.titles import ordinal

LONGEST = timedelta(days=366)  # planned at once
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class PlannedNight:
    """`is_taken`: the club has a night at that moment already."""

    starts_at: datetime
    is_taken: bool


def _every(weeks: int) -> Callable[[date], Iterator[date]]:
    def days(first: date) -> Iterator[date]:
        while True:
            yield first
            first += weeks * WEEK

    return days


def _same_week(first: date) -> Iterator[date]:
    """The third Thursday of each month; a month without a fifth one has none."""
    number = (first.day - 1) // 7
    for days in _weekdays(first):
        if number < len(days):
            yield days[number]


def _last_week(first: date) -> Iterator[date]:
    for days in _weekdays(first):
        yield days[-1]


def _weekdays(first: date) -> Iterator[list[date]]:
    """Month by month, all days that fall on the weekday of the first one."""
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
    """Those that fall on it, up to and with `until`.

    >>> [f"{day:%d %b}" for day in days_of(date(2026, 11, 26), "monthly", date(2027, 2, 28))]
    ['26 Nov', '24 Dec', '28 Jan', '25 Feb']
    >>> [f"{day:%d %b}" for day in days_of(date(2026, 11, 12), "last", date(2027, 1, 31))]
    ['26 Nov', '31 Dec', '28 Jan']
    """
    days = takewhile(lambda day: day <= until, REPEATS[repeat](first))
    return [day for day in days if day >= first]


def repeat_in_words(first: date, repeat: str) -> str:
    """`every Thursday`, `the third Thursday of each month`."""
    return {
        "weekly": f"every {first:%A}",
        "two-weekly": f"every second {first:%A}",
        "monthly": f"the {ordinal((first.day - 1) // 7 + 1)} {first:%A} of each month",
        "last": f"the last {first:%A} of each month",
    }[repeat]


def plan(club: Club, days: Sequence[date], at: time) -> list[PlannedNight]:
    """At the same time by the club’s clock, also when it goes forward or back."""
    starts = [timezone.make_aware(datetime.combine(day, at)) for day in days]
    taken = {*club.nights.filter(starts_at__in=starts, called_off_at=None).values_list("starts_at", flat=True)}
    return [PlannedNight(start, start in taken) for start in starts]


def save(club: Club, planned: Sequence[PlannedNight], **about: str | int | None) -> Night:
    """Those that are not taken, each in the season of its day; the answer is the first of them."""
    series, spans = uuid.uuid4(), spans_of(club)
    rows = []
    for each in planned:
        span = span_holding(spans, each.starts_at)
        season = span.season if span else None
        if not each.is_taken:
            rows.append(Night(club=club, series=series, starts_at=each.starts_at, season_id=season, **about))
    return Night.objects.bulk_create(rows)[0]


def after(night: Night) -> QuerySet[Night]:
    """The nights of its series that are still to come after it."""
    rows = Night.objects.filter(club=night.club_id, series=night.series)
    return rows.filter(starts_at__gt=max(night.starts_at, timezone.now()))


def end_after(night: Night) -> tuple[int, int]:
    """How many went out of the calendar, and how many were called off because something is written down for them."""
    is_used = Q(attendances__isnull=False) | Q(matches__isnull=False) | Q(draws__isnull=False)
    is_used |= Q(answers__isnull=False)
    used = list(after(night).filter(is_used).distinct())
    for row in used:
        if row.called_off_at is None and not has_begun(row):
            call_off(row)
    unused = after(night).exclude(pk__in=[row.pk for row in used])
    count = unused.count()
    unused.delete()
    return count, len(used)
