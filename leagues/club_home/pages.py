"""The home page of a club: tonight's tables, the trophies, the latest results, and the next step. It updates live."""

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
from clubs.club_day import club_day
from clubs.models import Club, Night
from clubs.models.calendar import evening
from clubs.web.conditional import cached_fragment, fragment, polled
from games.access import TONIGHT
from games.confirmation.wording import waiting_words
from games.entries.match_state import load_many, seats_of
from games.match.result_lines import result
from games.models import Match, Seat
from games.registry import TABLE_GAMES
from leagues.club_home.tables import table_line, who
from leagues.nights.evening_winner import EveningWinner, evening_winner
from leagues.nights.next_step import NextStep, next_step
from leagues.nights.tables import order
from leagues.trophies.holders import Holder, holders
from scoring import ENGINES

TABLES = 12
RESULTS = 8


@require_safe
@club_view(spectators=True)
def club_home(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Always ten queries; tonight's sheets are loaded together, and only if one of them has changed."""
    tonight = sorted(_tonight(club), key=lambda match: (not match.is_open, order(match)))
    latest = list(_finished(club)[:RESULTS]) if access.can_read_history else []
    seats, night = seats_of([*tonight, *latest]), night_of(club)
    held = holders(club.pk) if access.can_read_history else []
    empty = {} if tonight or latest else _empty(club)
    step = _next_step(night, access, tonight)
    depends = (*_depends(access, tonight, latest, seats, night, held, empty), step)

    def body() -> SafeString:
        context = _context(tonight, latest, seats, night) | empty | {"access": access, "trophies": held, "next": step}
        context["games"] = ENGINES
        return render_to_string("leagues/club_home/_body.html", context, request if step and step.closes else None)

    def page(since: str) -> HttpResponse:
        about = {"access": access, "here": "tonight", "stream": f"{club.get_absolute_url()}live/", "since": since}
        return render(
            request,
            fragment(request, "leagues/club_home/club_home.html"),
            about | {"body": body() if step and step.closes else cached_fragment(depends, body)},
        )

    return polled(request, depends, page)


def _next_step(night: Night | None, access: Access, tonight: Sequence[Match]) -> NextStep | None:
    """Return the next step of tonight's night, or of the one that has just ended; tables outside that night are
    ignored.
    """
    night = night or _just_over(tonight)
    if night is None or not (access.can_record or night.closed_at):
        return None
    return next_step(night, access, [match for match in tonight if match.night_id == night.pk])


def _just_over(tonight: Sequence[Match]) -> Night | None:
    """Return the night of the last match if it is closed and no match is open; otherwise None."""
    if not tonight or any(match.is_open for match in tonight):
        return None
    night = max(tonight, key=lambda match: match.started_at).night
    return night if night and night.closed_at else None


def _empty(club: Club) -> dict[str, int]:
    """Return how many active players there are, and how few a match needs: shown before the first match."""
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
    """Return everything that is visible on the page, as the key for caching and polling."""
    matches = [
        (match.pk, match.version, match.table, match.night_id, [seat.player.label for seat in seats[match.pk]])
        for match in (*tonight, *latest)
    ]
    holders = [
        (each.trophy.pk, each.trophy.name, each.player.pk, each.player.label, each.since, each.times) for each in held
    ]
    on = night and (night.pk, night.title, night.starts_at, night.place)
    club = (access.club.pk, access.club.branding, access.club.slug, access.role, access.can_read_history)
    return (
        *club,
        len(tonight),
        matches,
        holders,
        on,
        tuple(empty.items()),
        club_day(),
        evening(_began(night)),
    )


def _context(
    tonight: Sequence[Match], latest: Sequence[Match], seats: dict[UUID, list[Seat]], night: Night | None
) -> dict[str, Any]:
    results = [result(match, seats[match.pk]) for match in latest]
    began, states = _began(night), [state.public for state in load_many(tonight, seats)]
    waits = waiting_words(states)
    return {
        "tables": [table_line(state, waits.get(state.match.pk, "")) for state in states],
        "results": results,
        "has_losers": any(each.losers for each in results),
        "evening": evening(began),
        "began": club_day(began),
        "today": club_day(),
        "who": who(tonight, seats),
        "night": night,
        "won": _won([*tonight, *latest], seats, night),
        "is_live": any(match.is_open for match in tonight),
    }


def _won(matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]], night: Night | None) -> EveningWinner | None:
    """Return who won the last night that was played; None once the next night is on."""
    last = max(matches, key=lambda match: match.started_at, default=None)
    if last is None or last.night_id is None or (night and night.pk != last.night_id):
        return None
    return evening_winner([match for match in {*matches} if match.night_id == last.night_id], seats)


def _began(night: Night | None) -> datetime:
    """Return the moment that names the evening: a night that goes on after the change of day keeps its first day."""
    now = timezone.now()
    is_after = night is not None and club_day(night.starts_at) < club_day(now)
    return night.starts_at if night and is_after else now


def _tonight(club: Club) -> QuerySet[Match]:
    """Return the open matches, and those that ended within TONIGHT."""
    since = timezone.now() - TONIGHT
    going = Q(finished_at__isnull=True, abandoned_at__isnull=True)
    rows = club.matches.filter(going | Q(finished_at__gte=since) | Q(abandoned_at__gte=since))
    rows = rows.select_related("fixture", "night")
    return rows.order_by("-started_at", "-id")[:TABLES]


def _finished(club: Club) -> QuerySet[Match]:
    return club.matches.filter(finished_at__isnull=False).order_by("-started_at", "-id")
