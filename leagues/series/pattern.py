"""The pattern of a series, derived from its nights; it is not stored."""

import calendar
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import Refused
from clubs.language.locales import date_format, ordinal
from clubs.models import Night

# The days of a repetition: every week, every second week, or once a month.


LONGEST_SPAN = timedelta(days=366)  # the longest span that can be planned at once
WEEK = timedelta(days=7)


def check_span(first: date, until: date) -> None:
    """Raise Refused for more days than can be planned at once."""
    if until - first > LONGEST_SPAN:
        raise Refused(_("At most a year at once. Choose an earlier date, and plan on when it is over."))


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


@dataclass(frozen=True)
class Pattern:
    """`repeat` is a key of REPEATS, `first` the first day, `at` the start by the club’s clock, `until` the last day."""

    repeat: str
    first: date
    at: time
    until: date

    @property
    def days(self) -> list[date]:
        return days_of(self.first, self.repeat, self.until)

    @property
    def words(self) -> str:
        """`every Thursday`."""
        return repeat_in_words(self.first, self.repeat)

    def group(self, day: date) -> tuple[int, int]:
        """Return the day's (year, week), or (year, month) for a monthly pattern: a night that changes its day stays
        within it.
        """
        if self.repeat in ("weekly", "two-weekly"):
            year, week, _ = day.isocalendar()
            return year, week
        return day.year, day.month


def planned_start(night: Night) -> datetime:
    """Return the start that the series planned, by the club’s clock, even if the night was moved."""
    return timezone.localtime(night.moved_from or night.starts_at)


def pattern_of(nights: Sequence[Night]) -> Pattern:
    """Return the pattern whose days differ least from the days of these nights (at least one)."""
    starts = sorted(map(planned_start, nights))
    days = {start.date() for start in starts}
    at = Counter(start.time().replace(second=0, microsecond=0) for start in starts).most_common(1)[0][0]
    return min(_patterns(min(days), max(days), at), key=lambda each: len(days.symmetric_difference(each.days)))


def _patterns(first: date, last: date, at: time) -> Iterator[Pattern]:
    for repeat in REPEATS:
        days = days_of(first, repeat, last)
        yield Pattern(repeat, days[0] if days else first, at, last)


# Changes to and from summer time during a series.


DAY = timedelta(days=1)


def clock_change(pattern: Pattern) -> datetime | None:
    """Return the first day from `first` to `until` on which the club's clock has been put forward or back, at the time
    of the pattern; None if there is none.
    """
    day = timezone.make_aware(datetime.combine(pattern.first, pattern.at))
    while day.date() < pattern.until:
        after = timezone.make_aware(datetime.combine(day.date() + DAY, pattern.at))
        if after.utcoffset() != day.utcoffset():
            return after
        day = after
    return None


def why_skipped(days: Iterable[date], at: time) -> str:
    """Return why no night can begin at this time on one of these days, because the club’s clock goes forward over it;
    "" if it can.
    """
    day = next((day for day in days if _is_skipped(datetime.combine(day, at))), None)
    if day is None:
        return ""
    words = _("The clocks go forward on {day}: there is no {time} on that day. Choose another time.")
    return words.format(day=date_format(day, "j F Y"), time=date_format(at, "H:i"))


def _is_skipped(naive: datetime) -> bool:
    return timezone.make_naive(timezone.make_aware(naive).astimezone(UTC)) != naive
