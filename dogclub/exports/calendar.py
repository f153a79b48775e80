"""A club's nights as a calendar to subscribe to (RFC 5545). A change of a night raises its sequence number."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.models import Club, Night
from games.registry import TABLE_GAMES
from leagues.models import Playoff

if TYPE_CHECKING:
    from icalendar import Event  # slow to import, so only with the first calendar

BACK = timedelta(days=400)
LENGTH = timedelta(hours=4)  # assumed, as a night has no end
OFTEN = timedelta(hours=3)
CONTENT = "text/calendar; charset=utf-8"


def nights_of(club: Club) -> QuerySet[Night]:
    """Return the nights of the last 400 days and all future ones; two queries."""
    return _with_contests(club).filter(starts_at__gt=timezone.now() - BACK)


def one_night(club: Club, pk: int) -> QuerySet[Night]:
    """Return one night, however old; two queries."""
    return _with_contests(club).filter(pk=pk)


def _with_contests(club: Club) -> QuerySet[Night]:
    playoffs = Prefetch("playoffs", Playoff.objects.order_by("pk"))
    return club.nights.select_related("club").prefetch_related(playoffs).order_by("starts_at", "pk")


def depends(rows: QuerySet[Night]) -> list[Any]:
    """Return everything the calendar depends on, for its ETag."""
    return [
        (night.pk, night.starts_at, night.revision, [_touched(each) for each in night.playoffs.all()]) for night in rows
    ]


def calendar(club: Club, rows: QuerySet[Night], base: str) -> bytes:
    """Return the calendar file. `base` is the address of the server, without a final slash."""
    from icalendar import Calendar
    from icalendar.prop import vDuration

    feed = Calendar()
    feed.add("prodid", "-//Dog Club//Nights//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    title = _("{club}: nights").format(club=club.name)
    feed.add("x-wr-calname", title)
    feed.add("name", title)
    feed.add("refresh-interval", vDuration(OFTEN), parameters={"VALUE": "DURATION"})
    for night in rows:
        feed.add_component(_event(club, night, base))
    feed.add_missing_timezones()
    content: bytes = feed.to_ical()
    return content


def _event(club: Club, night: Night, base: str) -> "Event":
    from icalendar import Event

    event, contests = Event(), list(night.playoffs.all())
    changed = max([night.changed_at, *map(_touched, contests)]).astimezone(UTC).replace(microsecond=0)
    event.add("uid", f"night-{night.pk}.club-{club.pk}@{urlsplit(settings.BASE_URL).hostname}")
    if night.has_start:
        event.add("dtstart", timezone.localtime(night.starts_at))
        event.add("duration", LENGTH)
    else:
        event.add("dtstart", club_day(night.starts_at))
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", night.revision + len(contests) + sum(each.called_off_at is not None for each in contests))
    event.add("status", "CANCELLED" if night.called_off_at else "CONFIRMED")
    title = f"{night.title}, {club.name}"
    event.add("summary", _("Called off: {night}").format(night=title) if night.called_off_at else title)
    event.add("url", f"{base}{night.get_absolute_url()}")
    if night.place:
        event.add("location", night.place)
    if words := _words(night):
        event.add("description", words)
    return event


def _touched(contest: Playoff) -> datetime:
    """Return when the contest was added to the night, or called off."""
    return contest.called_off_at or contest.started_at


def _words(night: Night) -> str:
    """Return the reason for calling the night off, its note, and its contests, one a line."""
    names = {game.key: game.name for game in TABLE_GAMES}
    on = [each for each in night.playoffs.all() if each.called_off_at is None]
    sentences = [f"{names.get(each.game, each.game)}: {each.get_kind_display()}." for each in on]
    return "\n".join(filter(None, [night.reason, night.note, *sentences]))
