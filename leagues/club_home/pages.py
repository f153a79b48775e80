"""Tonight at the club: the tables, the trophies, the latest results, and what to do first. The page follows them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.calendar.nights import tonight as night_of
from clubs.conditional import cached_fragment, fragment, polled
from clubs.models import Club, Night
from clubs.models.calendar import evening
from games.access import TONIGHT
from games.base.titles import table_order
from games.confirmation.wording import waiting_words
from games.entries.match_state import load_many, seats_of
from games.match.result_lines import result
from games.models import Match, Seat
from games.registry import TABLE_GAMES
from leagues.club_home.tables import table_line, who
from leagues.trophies.holders import Holder, holders

TABLES = 12
RESULTS = 8


@require_safe
@club_view(spectators=True)
def club_home(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Ten queries, whatever is going on; tonight's sheets are read together, and only when one of them has moved."""
    tonight = sorted(_tonight(club), key=lambda match: (not match.is_open, table_order(match), match.started_at))
    latest = list(_finished(club)[:RESULTS]) if access.can_read_history else []
    seats, night = seats_of([*tonight, *latest]), night_of(club)
    held = holders(club.pk) if access.can_read_history else []
    empty = {} if tonight or latest else _empty(club)
    depends = _depends(access, tonight, latest, seats, night, held, empty)

    def body() -> SafeString:
        context = _context(tonight, latest, seats, night) | empty | {"access": access, "trophies": held}
        return render_to_string("leagues/club_home/_body.html", context)

    def page(since: str) -> HttpResponse:
        about = {"access": access, "here": "tonight", "stream": f"{club.get_absolute_url()}live/", "since": since}
        return render(
            request,
            fragment(request, "leagues/club_home/club_home.html"),
            about | {"body": cached_fragment(depends, body)},
        )

    return polled(request, depends, page)


def _empty(club: Club) -> dict[str, int]:
    """What a club needs before its first match."""
    fewest = min(each.engine.seats[0] for each in TABLE_GAMES)
    return {"players": club.players.filter(is_active=True).count(), "fewest": fewest}


def _depends(
    access: Access,
    tonight: Sequence[Match],
    latest: Sequence[Match],
    seats: Mapping[UUID, Sequence[Seat]],
    night: Night | None,
    held: Sequence[Holder],
    empty: Mapping[str, int],
) -> tuple[Any, ...]:
    """Everything that stands on the page."""
    matches = [
        (match.pk, match.version, match.table, match.night_id, [seat.player.label for seat in seats[match.pk]])
        for match in (*tonight, *latest)
    ]
    holders = [
        (each.trophy.pk, each.trophy.name, each.player.pk, each.player.label, each.since, each.times) for each in held
    ]
    on = night and (night.pk, night.title, night.starts_at, night.place)
    club = (access.club.pk, access.club.name, access.club.slug, access.role, access.can_read_history)
    return (
        *club,
        len(tonight),
        matches,
        holders,
        on,
        tuple(empty.items()),
        timezone.localdate(),
        evening(_began(night)),
    )


def _context(
    tonight: Sequence[Match], latest: Sequence[Match], seats: dict[UUID, list[Seat]], night: Night | None
) -> dict[str, Any]:
    results = [result(match, seats[match.pk]) for match in latest]
    began, books = _began(night), [state.public for state in load_many(tonight, seats)]
    waits = waiting_words(books)
    return {
        "tables": [table_line(state, waits.get(state.match.pk, "")) for state in books],
        "results": results,
        "has_losers": any(each.losers for each in results),
        "evening": evening(began),
        "began": began,
        "today": timezone.localdate(),
        "who": who(tonight, seats),
        "night": night,
        "is_live": any(match.is_open for match in tonight),
    }


def _began(night: Night | None) -> datetime:
    """After midnight it is still the evening the night began on."""
    now = timezone.now()
    is_after = night is not None and timezone.localdate(night.starts_at) < timezone.localdate(now)
    return night.starts_at if night and is_after else now


def _tonight(club: Club) -> QuerySet[Match]:
    """Still going, or over so recently that the table is still talking about it."""
    since = timezone.now() - TONIGHT
    going = Q(finished_at__isnull=True, abandoned_at__isnull=True)
    rows = club.matches.filter(going | Q(finished_at__gte=since) | Q(abandoned_at__gte=since))
    return rows.order_by("-started_at", "-id")[:TABLES]


def _finished(club: Club) -> QuerySet[Match]:
    return club.matches.filter(finished_at__isnull=False).order_by("-started_at", "-id")
