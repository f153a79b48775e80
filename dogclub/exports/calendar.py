"""The nights of a club as a calendar one can subscribe to (RFC 5545). What changes of a night raises its number."""

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
    from icalendar import Event  # loaded with the first calendar that is asked for

BACK = timedelta(days=400)
LENGTH = timedelta(hours=4)  # nobody knows when a night ends
OFTEN = timedelta(hours=3)
CONTENT = "text/calendar; charset=utf-8"


def nights_of(club: Club) -> QuerySet[Night]:
    """A good year back, and all that is to come; two queries."""
    return _with_contests(club).filter(starts_at__gt=timezone.now() - BACK)


def one_night(club: Club, pk: int) -> QuerySet[Night]:
    """However long ago; two queries."""
    return _with_contests(club).filter(pk=pk)


def _with_contests(club: Club) -> QuerySet[Night]:
    playoffs = Prefetch("playoffs", Playoff.objects.order_by("pk"))
    return club.nights.select_related("club").prefetch_related(playoffs).order_by("starts_at", "pk")


def depends(rows: QuerySet[Night]) -> list[Any]:
    """What a reader would notice."""
    return [
        (night.pk, night.starts_at, night.revision, [_touched(each) for each in night.playoffs.all()]) for night in rows
    ]


def calendar(club: Club, rows: QuerySet[Night], base: str) -> bytes:
    """`base` is the address of the server, without a slash."""
    from icalendar import Calendar
    from icalendar.prop import vDuration

    feed = Calendar()
    feed.add("prodid", "-//Dog Club//Nights//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed.add("x-wr-calname", f"{club.name}: nights")
    feed.add("name", f"{club.name}: nights")
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
    event.add("summary", f"{_('Called off: ') if night.called_off_at else ''}{night.title}, {club.name}")
    event.add("url", f"{base}{night.get_absolute_url()}")
    if night.place:
        event.add("location", night.place)
    if words := _words(night):
        event.add("description", words)
    return event


def _touched(contest: Playoff) -> datetime:
    """When it was put on the night, or called off."""
    return contest.called_off_at or contest.started_at


def _words(night: Night) -> str:
    """Why it was called off, the note, and the contests that are played on the night."""
    names = {game.key: game.name for game in TABLE_GAMES}
    on = [each for each in night.playoffs.all() if each.called_off_at is None]
    sentences = [f"{names.get(each.game, each.game)}: {each.get_kind_display()}." for each in on]
    return "\n".join(filter(None, [night.reason, night.note, *sentences]))
