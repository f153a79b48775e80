"""Endpoints for matches: list, start, read, remove, take back, abandon, reopen."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.nights import Refused, arrive, check_open, season_of, tonight
from clubs.models import Club, Night, Player, Role, Scope
from clubs.models.calendar import club_day
from clubs.names import is_printable, tidy_name
from dogclub.api.answers import about_json, match_json, shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import (
    FORECASTS,
    MATCHES,
    PLAYERS,
    REMOVED,
    REMOVED_PLAYERS,
    answer,
    check_match,
    of_club,
    of_match,
    tagged,
    written,
)
from dogclub.api.http.messages import NewMatch, asked_number, asked_word, read_as, read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import matches as words
from dogclub.api.openapi.operation import described
from games import ledger
from games.access import MatchAccess, match_access
from games.base.forecasts import ForecastPoint
from games.entries.match_state import MatchState, load
from games.forecasts.stored import current, has_chances
from games.forecasts.view_model import turning_of
from games.models import Match, RemovedMatch, Seat
from games.registry import TABLE_GAMES
from scoring import ENGINES
from scoring.base import RuleError
from scoring.records import from_record, options_to_json
from scoring.turning import SIMULATIONS

# Starts a match like the page does; idempotent by the id that the client chooses.


OTHER = gettext_lazy("This id belongs to another match. Use a new id for a new match.")


def started(access: Access, new: NewMatch) -> tuple[Match, bool]:
    """Return the match, and whether it existed already. Raises RuleError or Problem."""
    club = access.club
    players, key = _players(club, new), new.id or uuid4()
    options = _options(new, players)
    if known := Match.objects.filter(pk=key).first():
        return _same(known, club, new, options), True
    night = _night(club, new)
    try:
        with transaction.atomic():
            return _begun(access, new, key, players, options, night), False
    except IntegrityError:
        return _same(Match.objects.get(pk=key), club, new, options), True


def _begun(
    access: Access, new: NewMatch, key: UUID, players: Sequence[Player], options: Any, night: Night | None
) -> Match:
    about: dict[str, Any] = {"night": night, "created_by": access.user, "for_trophy": new.for_trophy}
    about["season"] = night.season if night and new.night else season_of(access.club, club_day())
    match = ledger.start(access.club, new.game, players, options, id=key, table=_table(new), **about)
    if night:
        arrive(night, players)
    return match


def _players(club: Club, new: NewMatch) -> list[Player]:
    by_id = club.players.filter(pk__in=new.players, former=None).in_bulk()
    missing = [key for key in new.players if key not in by_id]
    if missing:
        raise Problem(
            "invalid", gettext("Player {missing} is not in the club.").format(missing=missing[0]), field="players"
        )
    if len(set(new.players)) < len(new.players):
        raise Problem("invalid", gettext("Somebody sits there twice: give each player once."), field="players")
    return [by_id[key] for key in new.players]


def _options(new: NewMatch, players: Sequence[Player]) -> Any:
    """Return the options, parsed by the rules of a record that has only begun."""
    if new.game not in {engine.key for engine in ENGINES}:
        raise Problem("invalid", gettext("There is no game called {game} here.").format(game=new.game), field="game")
    names = [player.label for player in players]
    record = {"record": 1, "game": new.game, "players": names, "options": dict(new.options)}
    engine, names, seats, options, _ = from_record(record)
    try:
        engine.start(seats, options)
    except RuleError as error:
        error.name_players(names)
        raise
    return options


def _table(new: NewMatch) -> str:
    table = tidy_name(new.table)
    if not is_printable(table):
        raise Problem("invalid", gettext("The table’s name contains an unprintable character."), field="table")
    return table


def _night(club: Club, new: NewMatch) -> Night | None:
    if new.night is None:
        return tonight(club)
    night = club.nights.select_related("season").filter(pk=new.night).first()
    if night is None:
        raise Problem("invalid", gettext("This night is not one of this club’s."), field="night")
    try:
        check_open(night)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return night


def _same(known: Match, club: Club, new: NewMatch, options: Any) -> Match:
    """Return the existing match if it has the requested content; else raise Problem, without details for another club's
    match.
    """
    if known.club_id != club.pk:
        raise Problem("refused", OTHER)
    seated = list(known.seats.filter(position__lt=known.start_seats).values_list("player_id", flat=True))
    sides = {
        "game": (new.game, known.game),
        "players": (list(new.players), seated),
        "options": (options_to_json(options), known.options),
        "table": (_table(new), known.table),
        "for_trophy": (new.for_trophy, known.for_trophy),
        "night": (known.night_id if new.night is None else new.night, known.night_id),
    }
    for name, (yours, ours) in sides.items():
        if yours != ours:
            raise Problem("refused", OTHER, field=name, yours=yours, ours=ours)
    return known


LONGEST_REASON = 300
GAMES = tuple(table_game.key for table_game in TABLE_GAMES)
YES_NO = ("true", "false")


@described(GET=words.LIST_MATCHES, POST=words.START_MATCH)
@endpoint("GET", "POST")
def matches(request: Request, slug: str) -> Response:
    """List the matches that fit the filters, newest first, or start one."""
    if request.method == "POST":
        return _start(request, slug)
    access = club_access(plain(request), slug, readers=True)
    rows = _filtered(request, access.club)
    return answer(
        request, of_club(access, MATCHES, PLAYERS), lambda: page(request, rows, "-started_at", _about, "matches")
    )


def _start(request: Request, slug: str) -> Response:
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    match, again = started(access, read_as(request, NewMatch))
    mine = match_access(plain(request), match.pk, "watch")
    body = match_json(load(mine.match))
    return tagged(request, of_match(mine), Response(body) if again else created(request, body, "api-match", match.pk))


def _filtered(request: Request, club: Club) -> QuerySet[Match]:
    rows = club.matches.prefetch_related(Prefetch("seats", Seat.objects.select_related("player").order_by("position")))
    if game := asked_word(request, "game", GAMES):
        rows = rows.filter(game=game)
    for name in ("season", "night"):
        if (number := asked_number(request, name)) is not None:
            rows = rows.filter(**{name: number})
    if (player := asked_number(request, "player")) is not None:
        rows = rows.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player=player)))
    if finished := asked_word(request, "finished", YES_NO):
        rows = rows.filter(finished_at__isnull=finished == "false")
    return rows


def _about(match: Match) -> dict[str, Any]:
    return about_json(match, list(match.seats.all()))


@described(GET=words.READ_MATCH, DELETE=words.REMOVE)
@endpoint("GET", "DELETE", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def match(request: Request, pk: UUID) -> Response:
    """Read a match with its sheet, and the version that a write must name; or remove it."""
    if request.method == "DELETE":
        return _remove(request, pk)
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: match_json(load(access.match)))


def _remove(request: Request, pk: UUID) -> Response:
    access = match_access(plain(request), pk, "organise")
    read_nothing(request)
    check_match(request, of_match(access), path=f"/api/v1/matches/{pk}")
    reason = tidy_name(request.query_params.get("reason", ""))
    if not is_printable(reason) or len(reason) > LONGEST_REASON:
        raise Problem("query", gettext("A reason has at most 300 printable characters."), field="reason")
    try:
        ledger.remove(pk, reason, access.writer)
    except RuleError as error:
        raise Problem("refused", error.message) from error
    return Response(status=HTTPStatus.NO_CONTENT)


@described(GET=words.LIST_REMOVED)
@endpoint("GET")
def removed_matches(request: Request, slug: str) -> Response:
    """List the removed matches that can be taken back."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    rows = access.club.removed_matches.prefetch_related("players")
    edition = of_club(access, REMOVED, REMOVED_PLAYERS)
    return answer(request, edition, lambda: page(request, rows, "-removed_at", _removed, "removed_matches"))


def _removed(row: RemovedMatch) -> dict[str, Any]:
    return shaped(words.REMOVED, row, players=sorted(player.pk for player in row.players.all()))


@described(POST=words.TAKE_BACK)
@endpoint("POST", writes=Scope.ORGANISE)
def take_back(request: Request, slug: str, pk: UUID) -> Response:
    """Put a removed match back as it was."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    read_nothing(request)
    removed = get_object_or_404(RemovedMatch, pk=pk, club=access.club)
    try:
        ledger.take_back(removed)
    except RuleError as error:
        raise Problem("refused", error.message) from error
    after = match_access(plain(request), pk, "watch")
    return written(request, of_match(after), match_json(load(after.match)))


@described(POST=words.ABANDON)
@endpoint("POST", writes=Scope.ORGANISE)
def abandon(request: Request, pk: UUID) -> Response:
    """Stop a match without a result; entries stay, and it can be reopened."""
    access = match_access(plain(request), pk, "organise")
    if access.match.finished_at:
        raise Problem("refused", _("This match is over: it has a result. Correct its sheet instead."))
    return _marked(request, access, ledger.abandon, wanted=access.match.abandoned_at is None)


@described(POST=words.REOPEN)
@endpoint("POST", writes=Scope.ORGANISE)
def reopen(request: Request, pk: UUID) -> Response:
    """Continue an abandoned match where it stopped."""
    access = match_access(plain(request), pk, "organise")
    return _marked(request, access, ledger.reopen, wanted=access.match.abandoned_at is not None)


def _marked(request: Request, access: MatchAccess, does: Callable[[UUID], Match], *, wanted: bool) -> Response:
    """Abandon or reopen the match unless it is so already (idempotent)."""
    read_nothing(request)
    pk = access.match.pk
    check_match(request, of_match(access), path=f"/api/v1/matches/{pk}")
    if wanted:
        does(pk)
    after = match_access(plain(request), pk, "watch")
    return written(request, of_match(after), match_json(load(after.match)))


# The endpoint for the chances of each player to win and to finish last, after each round.


@described(GET=words.READ_CHANCES)
@endpoint("GET", reads=Scope.TONIGHT)
def chances(request: Request, pk: UUID) -> Response:
    """404 where the game has no chances, or the club does not show them."""
    access = match_access(plain(request), pk, "watch")
    if not has_chances(access.match):
        raise Http404
    return answer(request, of_match(access, FORECASTS), lambda: _body(access.match))


def _body(match: Match) -> dict[str, Any]:
    state = load(match).public
    found = current(state)
    turn = turning_of(found.points)
    return {
        "match": str(match.pk),
        "calculated": found.is_known,
        "club_matches": found.matches,
        "matches_needed": found.forecasts.least,
        "rounds": [_round(state, point) for point in found.points],
        "turned_by": turn and turn.round,
    }


def _round(state: MatchState, point: ForecastPoint) -> dict[str, Any]:
    seats = [
        {
            "seat": seat.position,
            "player": seat.player_id,
            "win": (point.win[seat.position] or 0) / SIMULATIONS,
            "last": (point.last[seat.position] or 0) / SIMULATIONS,
            "out": seat.position in point.out,
            "safe": seat.position in point.safe,
        }
        for seat in state.seats
        if point.win[seat.position] is not None
    ]
    return {"round": point.round, "seats": seats}
