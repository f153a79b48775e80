"""When the clocks of the club change while a series goes on."""

from datetime import datetime, timedelta

from django.utils import timezone

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
