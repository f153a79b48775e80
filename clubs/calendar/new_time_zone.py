"""A club moves to another time zone, and the nights it has planned with it: at 19:30 before, at 19:30 after."""

from datetime import tzinfo

from django.utils import timezone

from clubs.models import Club, Night
from clubs.time_zone import zone_of


def move_planned(club: Club, was: tzinfo) -> int:
    """Nights that are still to come and to which nobody has come yet; how many moved. Calendars hear of it."""
    now_in = zone_of(club)
    rows = club.nights.filter(starts_at__gt=timezone.now(), closed_at=None)
    moved: list[Night] = []
    for night in rows.exclude(attendances__arrived_at__isnull=False):
        start = timezone.make_aware(timezone.make_naive(night.starts_at, was), now_in)
        if start != night.starts_at:
            night.starts_at = start
            night.revise()
            moved.append(night)
    Night.objects.bulk_update(moved, ["starts_at", "revision", "changed_at"])
    return len(moved)
