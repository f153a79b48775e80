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
from django.utils.translation import gettext as _

from clubs.calendar.nights import Refused, call_off, has_begun, season_of, why_start_is_fixed
from clubs.calendar.seasons import span_holding, spans_of
from clubs.language.locales import date_format
from clubs.models import Attendance, Club, Night
from clubs.models.calendar import club_day

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
    are further columns. Raises Refused where all are taken.
    """
    if all(each.is_taken for each in planned):
        raise Refused(_("The club already has a night on each of these days."))
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


# Moving one night of a series alone: its planned start is stored, so that it can be moved back.


def note_move(night: Night, was: datetime | None) -> None:
    """Set `moved_from` before a night of a series is saved with a start other than `was`; later moves keep the first
    planned start.
    """
    if night.series is None or was is None or night.starts_at == was:
        return
    planned = night.moved_from or was
    night.moved_from = None if night.starts_at == planned else planned


def move_back(night: Night) -> None:
    """Move the night back to the start that its series planned. Raises Refused."""
    if night.moved_from is None:
        raise Refused(_("This night was not moved."))
    if reason := why_start_is_fixed(night):
        raise Refused(reason)
    if night.club.nights.filter(starts_at=night.moved_from, called_off_at=None).exclude(pk=night.pk).exists():
        local = timezone.localtime(night.moved_from)
        words = _("The club already has a night on {day} at {time}.")
        raise Refused(words.format(day=date_format(local, "j F"), time=date_format(local, "H:i")))
    night.starts_at, night.moved_from = night.moved_from, None
    night.season = season_of(night.club, club_day(night.starts_at))
    night.revise()
    night.save(update_fields=["starts_at", "moved_from", "season", "revision", "changed_at"])
