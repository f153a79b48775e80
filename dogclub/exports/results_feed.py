"""A club's results as a feed: one entry for each finished match, in words. A correction updates the match's entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.club_day import club_day
from clubs.language.active import get_language
from clubs.language.dates import date_format
from clubs.language.figures import minus
from clubs.language.locales import ordinal
from clubs.models import Club
from games.base.entry.names import isolated, listed
from games.base.results.titles import game_name, title
from games.entries.match_state import seats_of
from games.models import Entry, Match, Seat

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
    head = f"{game_name(match)}, {title(match)}, {date_format(club_day(match.started_at), 'j F Y')}"
    if won:
        words = _("{names} won with {points}.")
        won_with = words.format(names=listed(_name(seat) for seat in won), points=minus(won[0].total))
        head = f"{won_with} {head}"
    lines = [f"{ordinal(seat.place)} {_name(seat)}, {minus(seat.total)}" for seat in by_place]
    lost = [_name(seat) for seat in by_place if seat.is_loser]
    sentences = [f"{'; '.join(lines)}."]
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
