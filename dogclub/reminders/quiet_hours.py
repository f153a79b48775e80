"""No email at night, by the club's clock."""

from datetime import date, datetime, time

from django.utils import timezone

from dogclub.models.reminder import FIRST_HOUR, LAST_HOUR


def is_quiet(now: datetime) -> bool:
    """From 21:00 to 8:00; what falls there waits."""
    return not FIRST_HOUR <= timezone.localtime(now).hour <= LAST_HOUR


def at(day: date, hour: int) -> datetime:
    """That hour of the day by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(hour)))
