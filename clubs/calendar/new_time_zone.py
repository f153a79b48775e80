"""The move of a club's planned nights to another time zone: a night at 19:30 before is at 19:30 after."""

from datetime import tzinfo

from django.utils import timezone

from clubs.models import Club, Night
from clubs.time_zone import zone_of


def move_planned(club: Club, was: tzinfo) -> int:
    """Move the future nights at which nobody has arrived; return their number. Calendars get the change by the
    revision.
    """
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
