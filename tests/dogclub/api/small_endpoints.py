"""Minimal endpoints for tests of authentication, throttling and ETags; use this module as ROOT_URLCONF."""

from typing import Any

from django.http import Http404
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Player, Role, Scope
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import NAMES, PLAYERS, answer, check_match, of_club, written
from dogclub.api.http.paging import page
from dogclub.api.http.session import plain
from games.access import match_access
from games.models import Match
from scoring.base import RuleError

BUILT: list[str] = []  # responses that had to be built


@endpoint("GET", "POST")
def ring(request: Request, slug: str) -> Response:
    """An endpoint for members to read and for scorekeepers to write; responds with who is asking."""
    role = Role.SCOREKEEPER if request.method == "POST" else Role.MEMBER
    access = club_access(plain(request), slug, role, readers=request.method == "GET")
    return Response({"user": access.user.pk if access.user else None, "role": access.role, "device": access.device})


@endpoint("GET", reads=Scope.TONIGHT)
def tonight(request: Request, slug: str) -> Response:
    """An endpoint that the smallest scope may read."""
    return Response({"watches": club_access(plain(request), slug, spectators=True).can_watch})


@endpoint("GET", "POST", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def office(request: Request, slug: str) -> Response:
    """An endpoint for organisers that needs the scope of organisers."""
    return Response({"role": club_access(plain(request), slug, Role.ORGANISER).role})


@endpoint("GET", reads=Scope.TONIGHT)
def sheet(request: Request, pk: Any) -> Response:
    """An endpoint that may be read by whoever may watch the match."""
    access = match_access(plain(request), pk, "watch")
    return Response({"user": access.writer.user and access.writer.user.pk, "device": access.writer.device})


@endpoint("GET")
def players(request: Request, slug: str) -> Response:
    """A list with an ETag."""
    access = club_access(plain(request), slug, readers=True)
    return answer(request, of_club(access, PLAYERS, NAMES), lambda: _page(request, access.club.players.all()))


@endpoint("GET")
def matches(request: Request, slug: str) -> Response:
    """A paged list without an ETag."""
    rows = club_access(plain(request), slug, readers=True).club.matches.all()
    return Response(page(request, rows, "-started_at", lambda row: str(row.pk), "matches"))


@endpoint("GET", "PATCH")
def player(request: Request, slug: str, pk: int) -> Response:
    """A resource with an ETag, which a PATCH has to match."""
    access = club_access(plain(request), slug)
    row = access.club.players.get(pk=pk)
    if request.method == "PATCH":
        said: Any = request.data
        check_match(request, of_club(access, PLAYERS))
        access.club.players.filter(pk=pk).update(name=said["name"])
        return written(request, of_club(access, PLAYERS), {"name": said["name"]})
    return answer(request, of_club(access, PLAYERS), lambda: {"name": row.name})


@endpoint("POST", anybody=True, rate="score")
def anybody(request: Request) -> Response:
    """An endpoint without authentication that returns the body."""
    return Response(request.data)


@endpoint("GET", anybody=True)
def wrong(request: Request, how: str) -> Response:
    """An endpoint that raises the named kind of error."""
    raise {"rules": RuleError("the-rule", "No."), "missing": Http404(), "broken": ZeroDivisionError()}[how]


def _page(request: Request, rows: Any) -> dict[str, Any]:
    BUILT.append("players")
    return page(request, rows, "name", _label, "players")


def _label(row: Player | Match) -> str:
    return str(row)


urlpatterns = [
    path("api/ring/<slug:slug>", ring),
    path("api/tonight/<slug:slug>", tonight),
    path("api/office/<slug:slug>", office),
    path("api/sheets/<uuid:pk>", sheet),
    path("api/players/<slug:slug>", players),
    path("api/players/<slug:slug>/<int:pk>", player),
    path("api/matches/<slug:slug>", matches),
    path("api/anybody", anybody),
    path("api/wrong/<str:how>", wrong),
]
handler400 = "dogclub.server.web.errors.not_understood"
handler403 = "dogclub.server.web.errors.not_allowed"
handler404 = "dogclub.server.web.errors.not_found"
handler500 = "dogclub.server.web.errors.broken"
