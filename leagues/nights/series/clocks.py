"""Changes to and from summer time during a series."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from leagues.nights.series.pattern import Pattern

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
    return words.format(day=date_format(day, "j F Y"), time=f"{at:%H:%M}")


def _is_skipped(naive: datetime) -> bool:
    return timezone.make_naive(timezone.make_aware(naive).astimezone(UTC)) != naive
