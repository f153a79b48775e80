"""The home page of a club: tonight's tables, the trophies, the latest results, and the next step. It updates live."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.calendar.nights import tonight as night_of
from clubs.language.locales import comma_separated, minus
from clubs.language.terms import capital
from clubs.models import Club, Night
from clubs.models.calendar import club_day, evening
from clubs.responses import cached_fragment, fragment, polled
from games.access import TONIGHT, device_of
from games.base import wording
from games.base.names import listed, shortened
from games.base.wording import game_name, nothing_scored, table_of, won_with
from games.confirmation import waiting_words
from games.entries.match_state import MatchState, load_many, seats_of
from games.match.search import result
from games.models import Match, Seat
from games.models.match import LEFT_AFTER
from games.registry import TABLE_GAMES, table_game
from leagues.nights.next_step import NextStep, next_step
from leagues.nights.over import EveningWinner, evening_winner
from leagues.nights.tables import order, tables_in_words, watched
from leagues.standings.wording import leading
from leagues.trophies.holders import Holder, holders
from scoring import ENGINES

# Tonight's tables in one or two lines each: the state of the match, and who leads.


@dataclass(frozen=True)
class Table:
    """A match of tonight: `state` is its progress, `news` who leads or has won, `go_on` the label of the button that
    continues ("" if none).
    """

    match: Match
    name: str
    game: str
    state: str
    news: str
    go_on: str


def table_line(state: MatchState, waits: str = "") -> Table:
    """Return the table; `waits` says what a complete sheet waits for."""
    match, display = state.match, table_game(state.match.game).display
    name = table_of(match) or _players_in_words(shortened(state.names))
    progress, go_on = waits or display.state(state), display.go_on(state) if match.is_open and not waits else ""
    return Table(match, capital(name), game_name(match), progress, _news(state), go_on)


def _players_in_words(names: Sequence[str]) -> str:
    """Return up to three names; of more, two names and “others”."""
    return listed(names) if len(names) <= 3 else listed([*names[:2], _("others")])


def _news(state: MatchState) -> str:
    sheet, names = state.sheet, shortened(state.names)
    if not sheet.lines:
        return nothing_scored(table_game(state.match.game).display.round_word)
    if sheet.winners:
        won = won_with(_named(names, sheet.winners), sheet.totals[sheet.winners[0]])
        lost = _("{names} lost.") if state.match.for_trophy else _("{names} came last.")  # only of this table
        return f"{won} {lost.format(names=_named(names, sheet.losers))}" if sheet.losers else won
    top, low = sheet.lines[-1].leaders, sheet.lines[-1].bottom
    if len(top) == len(names):
        return _("Everybody is at {points}.").format(points=minus(sheet.totals[top[0]]))
    first = ngettext("{names} was first with {points}.", "{names} were level at the top with {points}.", len(top))
    last = _("{names} ended at {points}.")  # a group or a losers' table has no winner
    if state.match.is_open:
        first = leading(len(top))
        last = ngettext("{names} is at {points}.", "{names} are at {points}.", len(low))
    lead = first.format(names=_named(names, top), points=minus(sheet.totals[top[0]]))
    return f"{lead} {last.format(names=_named(names, low), points=minus(sheet.totals[low[0]]))}"


def _named(names: Sequence[str], seats: Iterable[int]) -> str:
    return listed(names[seat] for seat in seats)


def who(tonight: Sequence[Match], seats: dict[UUID, list[Seat]]) -> str:
    """Return `Ten dogs, two tables`."""
    dogs = len({seat.player_id for match in tonight for seat in seats[match.pk]})
    return capital(comma_separated([wording.dogs(dogs), *tables_in_words(tonight)]))


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
    step = _next_step(night, access, tonight, device_of(request))
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


def _next_step(night: Night | None, access: Access, tonight: Sequence[Match], device: UUID | None) -> NextStep | None:
    """Return the next step of tonight's night, or of the one that has just ended; tables outside that night are
    ignored.
    """
    night = night or _just_over(tonight)
    if night is None or not (access.can_record or night.closed_at):
        return None
    return next_step(night, access, [match for match in tonight if match.night_id == night.pk], device)


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
    """Return the open matches, and those that ended within TONIGHT; not those of an earlier evening that only lack a
    tie’s outcome.
    """
    since = timezone.now() - TONIGHT
    going = Q(finished_at__isnull=True, abandoned_at__isnull=True)
    rows = club.matches.filter(going | Q(finished_at__gte=since) | Q(abandoned_at__gte=since))
    rows = rows.exclude(going, unsettled_at__lt=timezone.now() - LEFT_AFTER)
    rows = watched(rows.select_related("fixture", "night"))
    return rows.order_by("-started_at", "-id")[:TABLES]


def _finished(club: Club) -> QuerySet[Match]:
    return club.matches.filter(finished_at__isnull=False).order_by("-started_at", "-id")
