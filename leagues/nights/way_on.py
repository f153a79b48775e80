"""The way on once a night is over: answer for the next night, or plan one."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.answers import why_closed
from clubs.club_day import club_day
from clubs.language.locales import date_format
from clubs.models import Club, Night
from leagues.nights.next_step import NextStep

USUAL_HOUR, WEEK = 19, timedelta(days=7)
READ, KEPT = "reports_read", 20  # session key of the nights whose reports were read, the last so many


def has_read(request: HttpRequest, night: Night) -> bool:
    """Whether the night’s report was opened in this session."""
    return night.pk in request.session.get(READ, ())


def mark_read(request: HttpRequest, night: Night) -> None:
    """Remember that the night’s report was opened, so that the page of the night leads on from it."""
    if not has_read(request, night):
        request.session[READ] = [*request.session.get(READ, ()), night.pk][-KEPT:]


def next_start(club: Club) -> datetime:
    """Return when the next night would start: weeks after the last one, at the same hour; one query."""
    last = last_night(club)
    now = timezone.localtime()
    if last is None:
        return now.replace(hour=USUAL_HOUR, minute=30, second=0, microsecond=0)
    start = timezone.localtime(last.starts_at)
    weeks = max((now.date() - start.date()) // WEEK + 1, 1)
    return timezone.make_aware(start.replace(tzinfo=None) + weeks * WEEK)


def last_night(club: Club) -> Night | None:
    """Return the last night of the calendar that was not called off."""
    return club.nights.filter(called_off_at=None).order_by("-starts_at").first()


def way_on(access: Access) -> NextStep | None:
    """Return the main button after a night: `Answer for 3 December`, for organisers without a night ahead `Plan the
    next night: 3 December`; None if there is nothing to do. Four queries at most.
    """
    club = access.club
    ahead = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    night = ahead.select_related("club").order_by("starts_at", "pk").first()
    if night is None:
        if not access.can_organise:
            return None
        day = date_format(club_day(next_start(club)), "j F")
        return NextStep(_("Plan the next night: {day}").format(day=day), reverse("night-new", args=[club.slug]))
    if access.player_id is None or why_closed(night) or night.answers.filter(player=access.player_id).exists():
        return None
    day = date_format(club_day(night.starts_at), "j F")
    return NextStep(_("Answer for {day}").format(day=day), night.get_absolute_url())
