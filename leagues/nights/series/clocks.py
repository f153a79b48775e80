"""When the clocks of the club change while a series goes on."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from leagues.nights.series.pattern import Pattern

DAY = timedelta(days=1)


def clock_change(pattern: Pattern) -> datetime | None:
    """The first day between its first night and its last on which the club's clock is put forward or back."""
    day = timezone.make_aware(datetime.combine(pattern.first, pattern.at))
    while day.date() < pattern.until:
        after = timezone.make_aware(datetime.combine(day.date() + DAY, pattern.at))
        if after.utcoffset() != day.utcoffset():
            return after
        day = after
    return None


def why_skipped(days: Iterable[date], at: time) -> str:
    """Why no night can begin then on one of these days, or nothing: the club’s clock goes forward over that hour."""
    day = next((day for day in days if _is_skipped(datetime.combine(day, at))), None)
    if day is None:
        return ""
    words = _("The clocks go forward on {day}: there is no {time} on that day. Choose another time.")
    return words.format(day=date_format(day, "j F Y"), time=f"{at:%H:%M}")


def _is_skipped(naive: datetime) -> bool:
    return timezone.make_naive(timezone.make_aware(naive).astimezone(UTC)) != naive
