"""Endpoints for play-offs and tournaments."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Player, Scope
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import FIXTURES, LEAVERS, MATCHES, PLAYERS, PLAYOFFS, PULLS, RESEATS
from dogclub.api.http.paging import page
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import night_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from leagues.models import Playoff
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from leagues.playoffs.groups import Group
from leagues.playoffs.lookup import find
from leagues.playoffs.state import State
from leagues.playoffs.tables import Table
from leagues.playoffs.wording import verdicts
from scoring.messages import translated

PARTS = (PLAYOFFS, FIXTURES, LEAVERS, PULLS, RESEATS, MATCHES, PLAYERS)


@described(GET=words.PLAYOFFS)
@endpoint("GET")
def playoffs(request: Request, slug: str) -> Response:
    """List them, newest first."""
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.playoffs.select_related("winner", "loser")
    edition = of_club(access, PLAYOFFS, PLAYERS)
    return answer(request, edition, lambda: page(request, rows, "-started_at", _about, "playoffs"))


@described(GET=words.PLAYOFF)
@endpoint("GET", reads=Scope.TONIGHT)
def playoff(request: Request, slug: str, pk: int) -> Response:
    """Read one: groups, cut and final tables, or the pairings of a tournament."""
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, of_club(access, *PARTS), lambda: _whole(find(access.club, access, pk)))


def _whole(playoff: Playoff) -> dict[str, Any]:
    is_groups = playoff.kind == Playoff.Kind.GROUPS
    more = _evening(playoff_state.read(playoff)) if is_groups else _pairings(tournament_state.read(playoff))
    return _about(playoff) | more


def _about(row: Playoff) -> dict[str, Any]:
    return shaped(night_shapes.PLAYOFF, row, winner=_player(row.winner), loser=_player(row.loser))


def _player(player: Player | None) -> dict[str, Any] | None:
    return {"player": player.pk, "name": player.label} if player else None


def _evening(state: State) -> dict[str, Any]:
    return {
        "advance": state.playoff.advance,
        "bottom": state.playoff.bottom,
        "gone": sorted(state.gone),
        "sits_out": state.out,
        "groups": [_group(group) for group in state.groups],
        "winners_table": _table(state.winners),
        "losers_table": _table(state.losers),
        "is_cut": state.is_cut,
        "if_it_ended_now": [{"prize": each.prize, "who": each.who, "why": each.why} for each in verdicts(state)],
    }


def _group(group: Group) -> dict[str, Any]:
    line = {"up": group.cut.advance, "down": group.cut.stay, "level": group.cut.level}
    return {"group": group.letter, **(_table(group.table) or {}), **line}


def _table(table: Table | None) -> dict[str, Any] | None:
    if table is None:
        return None
    seats = [
        {"player": chair.player.pk, "name": chair.player.label, "total": chair.total, "place": chair.place}
        for chair in table.chairs
    ]
    return {"match": table.match.pk, "played": table.rounds, "of": table.hands, "over": table.is_over, "seats": seats}


def _pairings(state: tournament_state.State) -> dict[str, Any]:
    return {
        "pairings": [
            {
                "round": each.round,
                "number": each.number,
                "players": [_player(each.one), _player(each.two)],
                "match": each.match.pk if each.match else None,
                "points": each.points,
                "winner": _player(each.winner),
            }
            for each in state.pairings
        ],
        "standing": [
            {
                "place": row.place,
                "player": row.player,
                "wins": row.wins,
                "difference": row.difference,
                "why": translated(row.why),
            }
            for row in state.rows
        ],
    }
