"""Creating and ending a series of nights, such as every Thursday until May. Each is a night of its own, and can be
skipped or moved alone.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from clubs.calendar.nights import call_off, has_begun
from clubs.calendar.seasons import span_holding, spans_of
from clubs.models import Attendance, Club, Night

IS_USED = Q(attendances__isnull=False) | Q(matches__isnull=False) | Q(draws__isnull=False) | Q(answers__isnull=False)


@dataclass(frozen=True)
class PlannedNight:
    """`is_taken` means that the club already has a night at that moment."""

    starts_at: datetime
    is_taken: bool


def plan(club: Club, days: Sequence[date], at: time) -> list[PlannedNight]:
    """Return the nights to create, all at the same time by the club’s clock, even across a clock change."""
    starts = [timezone.make_aware(datetime.combine(day, at)) for day in days]
    taken = {*club.nights.filter(starts_at__in=starts, called_off_at=None).values_list("starts_at", flat=True)}
    return [PlannedNight(start, start in taken) for start in starts]


def save(club: Club, planned: Sequence[PlannedNight], **about: str | int | None) -> Night:
    """Create the planned nights that are not taken, each in the season of its day, and return the first one. `about`
    are further columns.
    """
    series, spans = uuid.uuid4(), spans_of(club)
    rows = []
    for each in planned:
        span = span_holding(spans, each.starts_at)
        season = span.season if span else None
        if not each.is_taken:
            rows.append(Night(club=club, series=series, starts_at=each.starts_at, season_id=season, **about))
    return Night.objects.bulk_create(rows)[0]


def coming_of(nights: Sequence[Night]) -> list[Night]:
    """Return the nights that can still change: upcoming, not closed, and nobody has arrived. One query."""
    rows = Attendance.objects.filter(night__in=nights, arrived_at__isnull=False)
    begun, now = {*rows.values_list("night", flat=True)}, timezone.now()
    return [each for each in nights if each.starts_at > now and each.closed_at is None and each.pk not in begun]


def after(night: Night, *, whole: bool = False) -> QuerySet[Night]:
    """Return the upcoming nights of the series after this one; if `whole`, all upcoming nights of the series."""
    rows = Night.objects.filter(club=night.club_id, series=night.series)
    now = timezone.now()
    return rows.filter(starts_at__gt=now if whole else max(night.starts_at, now))


def end_after(night: Night, *, whole: bool = False) -> tuple[int, int]:
    """Delete the nights of `after`, or call off those that have attendance, matches, draws or answers. Returns (number
    deleted, number called off); nights that were called off before, or have begun, stay as they are.
    """
    used = list(after(night, whole=whole).filter(IS_USED).distinct())
    unused = after(night, whole=whole).exclude(pk__in=[row.pk for row in used])
    off = [row for row in used if row.called_off_at is None and not has_begun(row)]
    for row in off:
        call_off(row, gettext("The series has ended"))
    count = unused.count()
    unused.delete()
    return count, len(off)
