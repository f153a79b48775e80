"""Endpoints for matches: list, start, read, abandon, reopen."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Club, Role, Scope
from dogclub.api.answers.match_answers import about_json, match_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, check_match, of_club, of_match, written
from dogclub.api.http.fingerprints import MATCHES, PLAYERS
from dogclub.api.http.forms import asked_number, asked_word
from dogclub.api.http.messages import NewMatch, read_as, read_nothing
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.matches.start_match import started
from dogclub.api.openapi.matches import matches as words
from dogclub.api.openapi.operation import described
from games import ledger
from games.access import MatchAccess, match_access
from games.entries.match_state import load
from games.models import Match, Seat
from games.registry import TABLE_GAMES

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
    status = HTTPStatus.OK if again else HTTPStatus.CREATED
    response = written(request, of_match(mine), match_json(load(mine.match)), status)
    response.headers["Location"] = f"/api/v1/matches/{match.pk}"
    return response


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


@described(GET=words.READ_MATCH)
@endpoint("GET", reads=Scope.TONIGHT)
def match(request: Request, pk: UUID) -> Response:
    """Read a match with its sheet, and the version that a write must name."""
    access = match_access(plain(request), pk, "watch")
    return answer(request, of_match(access), lambda: match_json(load(access.match)))


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
