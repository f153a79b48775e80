"""The club's day, which lasts until 05:00, so that an evening past midnight is one day."""

from datetime import date, datetime, time, timedelta

from django.utils import timezone

BEGINS = time(5)


def club_day(moment: datetime | None = None) -> date:
    """Return the day of a moment, by default of now."""
    local = timezone.localtime(moment)
    return local.date() if local.time() >= BEGINS else local.date() - timedelta(days=1)


def start_of(day: date) -> datetime:
    """Return when a club day begins."""
    return timezone.make_aware(datetime.combine(day, BEGINS))
