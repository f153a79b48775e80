"""The club's day: an evening that goes on after midnight is still that evening, until 05:00."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

BEGINS = time(5)


def club_day(moment: datetime | None = None) -> date:
    """The day this moment belongs to, now where none is given."""
    local = timezone.localtime(moment)
    return local.date() if local.time() >= BEGINS else local.date() - timedelta(days=1)


def start_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, BEGINS))
