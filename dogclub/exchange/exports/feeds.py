"""A club's nights as a calendar to subscribe to (RFC 5545), and its results as a feed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.language.locales import clauses, comma_separated, date_format, labelled, minus, ordinal
from clubs.language.properties import language_alone
from clubs.language.terms import later_in_title
from clubs.models import Club, Night
from clubs.models.calendar import club_day
from games.base.names import isolated, listed
from games.base.wording import game_name, title, won_with
from games.entries.match_state import seats_of
from games.models import Entry, Match, Seat
from games.registry import TABLE_GAMES
from leagues.models import Playoff

if TYPE_CHECKING:
    from icalendar import Event  # slow to import, so only with the first calendar

BACK = timedelta(days=400)
LENGTH = timedelta(hours=4)  # assumed, as a night has no end
OFTEN = timedelta(hours=3)
CALENDAR_TYPE = "text/calendar; charset=utf-8"


def nights_of(club: Club) -> QuerySet[Night]:
    """Return the nights of the last 400 days and all future ones; two queries."""
    return _with_contests(club).filter(starts_at__gt=timezone.now() - BACK)


def night_as_rows(club: Club, pk: int) -> QuerySet[Night]:
    """Return one night, however old; two queries."""
    return _with_contests(club).filter(pk=pk)


def _with_contests(club: Club) -> QuerySet[Night]:
    playoffs = Prefetch("playoffs", Playoff.objects.order_by("pk"))
    return club.nights.select_related("club").prefetch_related(playoffs).order_by("starts_at", "pk")


def calendar_depends_on(rows: QuerySet[Night]) -> list[Any]:
    """Return everything the calendar depends on, for its ETag."""
    return [
        (night.pk, night.starts_at, night.revision, [_touched(each) for each in night.playoffs.all()]) for night in rows
    ]


def calendar_file(club: Club, rows: QuerySet[Night], base: str) -> bytes:
    """Return the calendar file. `base` is the address of the server, without a final slash."""
    from icalendar import Calendar
    from icalendar.prop import vDuration

    feed = Calendar()
    feed.add("prodid", f"-//Dog Club//Nights//{language_alone().upper()}")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    title = _("{club}: nights").format(club=club.name)
    feed.add("x-wr-calname", title)
    feed.add("name", title)
    feed.add("refresh-interval", vDuration(OFTEN), parameters={"VALUE": "DURATION"})
    for night in rows:
        feed.add_component(_event(club, night, base))
    content: bytes = feed.to_ical()
    return content


def _event(club: Club, night: Night, base: str) -> "Event":
    from icalendar import Event

    event, contests = Event(), list(night.playoffs.all())
    changed = max([night.changed_at, *map(_touched, contests)]).astimezone(UTC).replace(microsecond=0)
    event.add("uid", f"night-{night.pk}.club-{club.pk}@{urlsplit(settings.BASE_URL).hostname}")
    if night.has_start:
        event.add("dtstart", night.starts_at.astimezone(UTC))  # in UTC: Outlook misreads blocks of a zone
        event.add("duration", LENGTH)
    else:
        event.add("dtstart", club_day(night.starts_at))
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", night.revision + len(contests) + sum(each.called_off_at is not None for each in contests))
    event.add("status", "CANCELLED" if night.called_off_at else "CONFIRMED")
    title = comma_separated((night.title, club.name))
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
    sentences = [f"{labelled(names.get(each.game, each.game), each.get_kind_display())}." for each in on]
    return "\n".join(filter(None, [night.reason, night.note, *sentences]))


# A club's results as a feed: one entry for each finished match, in words. A correction updates the match's entry.


NEWEST = 50
NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # not allowed in XML even escaped; may be in old archives
FORMS: dict[str, type[SyndicationFeed]] = {"atom": Atom1Feed, "rss": Rss201rev2Feed}


@dataclass(frozen=True)
class FeedEntry:
    """A match in words; `changed_at` is when its sheet was last written to."""

    match: Match
    title: str
    words: str
    changed_at: datetime


def feed_entries(club: Club) -> list[FeedEntry]:
    """Return the newest results; two queries."""
    matches = list(_newest(club))
    seats = seats_of(matches)
    return [_feed_entry(match, seats[match.pk], match.changed_at) for match in matches]


def _newest(club: Club) -> QuerySet[Any]:
    """Return the newest finished matches with `changed_at`; only their own entries are read."""
    entries = Entry.objects.filter(match=OuterRef("pk")).order_by().values("match")
    written = Coalesce(Subquery(entries.annotate(last=Max("received_at")).values("last")), "finished_at")
    rows: Any = club.matches.filter(finished_at__isnull=False).select_related("night")
    newest: QuerySet[Any] = rows.annotate(changed_at=Greatest(written, "finished_at")).order_by("-finished_at", "-pk")
    return newest[:NEWEST]


def _feed_entry(match: Match, seats: Sequence[Seat], changed_at: datetime) -> FeedEntry:
    by_place = sorted(seats, key=lambda seat: (seat.place, seat.position))
    won = [seat for seat in by_place if seat.is_winner]
    head = comma_separated(
        (game_name(match), later_in_title(title(match)), date_format(club_day(match.started_at), "j F Y"))
    )
    if won:
        head = f"{won_with(listed(_name(seat) for seat in won), won[0].total)} {head}"
    lines = [f"{ordinal(seat.place)} {_name(seat)}, {minus(seat.total)}" for seat in by_place]
    lost = [_name(seat) for seat in by_place if seat.is_loser]
    sentences = [f"{clauses(lines)}."]
    if lost:
        end = ngettext("{names} is at the bottom.", "{names} are at the bottom.", len(lost))
        sentences.append(end.format(names=listed(lost)))
    return FeedEntry(match, head, " ".join(sentences), changed_at)


def _name(seat: Seat) -> str:
    return isolated(seat.player.label)


def _allowed_in_xml(text: str) -> str:
    return NOT_IN_XML.sub("", text)


def feed(club: Club, results: Sequence[FeedEntry], form: str, base: str, itself: str) -> bytes:
    """Return the feed as XML. `form` is a key of FORMS, `base` the address of the server, `itself` that of the feed."""
    builder = FORMS[form](
        title=_allowed_in_xml(_("{club}: results").format(club=club.name)),
        link=f"{base}{club.get_absolute_url()}",
        description=_allowed_in_xml(_("Every finished match of {name}.").format(name=club.name)),
        language=get_language() or settings.LANGUAGE_CODE,
        feed_url=itself,
        feed_guid=f"{settings.BASE_URL}/clubs/{club.pk}/results",
    )
    for each in results:
        builder.add_item(
            title=_allowed_in_xml(each.title),
            link=f"{base}{each.match.get_absolute_url()}",
            description=_allowed_in_xml(each.words),
            unique_id=each.match.pk.urn,
            unique_id_is_permalink=False,
            pubdate=each.match.finished_at,
            updateddate=each.changed_at,
            author_name=_allowed_in_xml(club.name),
            categories=[game_name(each.match)],
        )
    return str(builder.writeString("utf-8")).encode()
