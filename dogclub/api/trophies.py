"""Endpoints for trophies: current holders, all awards, and passing one on by hand."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Player, Role, Scope
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import (
    AWARDS,
    FIXTURES,
    LEAVERS,
    MATCHES,
    NIGHTS,
    PLAYERS,
    PLAYOFFS,
    PULLS,
    RESEATS,
    TROPHIES,
    answer,
    of_club,
)
from dogclub.api.http.messages import Passing, check, read_as, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import result_shapes
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from leagues.models import Playoff, Trophy
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from leagues.playoffs.ending import Taking, takings
from leagues.playoffs.results import find
from leagues.playoffs.state import Group, State, Table
from leagues.playoffs.wording import verdicts
from leagues.trophies import awards
from leagues.trophies.history import Link, awards_of, links_of
from leagues.trophies.holders import Holder, held, on_show
from leagues.trophies.manage import PassForm
from scoring.messages import translated

PARTS = (TROPHIES, AWARDS, MATCHES, NIGHTS, PLAYERS)


@described(GET=words.TROPHIES)
@endpoint("GET")
def trophies_of_club(request: Request, slug: str) -> Response:
    """List the trophies that are not retired, with their holders."""
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request,
        of_club(access, *PARTS),
        lambda: {"trophies": [_trophy(trophy, having) for trophy, having in on_show(access.club.pk)]},
    )


@described(GET=words.TROPHY)
@endpoint("GET")
def trophy_chain(request: Request, slug: str, pk: int) -> Response:
    """The awards of a trophy, newest first; withdrawn ones are included with their reason."""
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request,
        of_club(access, *PARTS),
        lambda: _chain(request, get_object_or_404(Trophy, club=access.club, pk=pk)),
    )


def _chain(request: Request, trophy: Trophy) -> dict[str, Any]:
    """How long an award was held depends on its neighbours, which may be on another page."""
    body = page(request, awards_of(trophy), "-awarded_at", lambda award: award, "chain")
    links = [_link(link) for link in links_of(trophy, body["chain"])]
    return {**_trophy(trophy, held(trophy)), **body, "chain": links}


@described(POST=words.PASS_ON)
@endpoint("POST", writes=Scope.ORGANISE)
def trophy_pass(request: Request, slug: str, pk: int) -> Response:
    """Pass a trophy on by hand, with a reason. The next match may award it again."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    passing = read_as(request, Passing)
    with transaction.atomic():
        take_turn(access.club)
        rows = Trophy.objects.select_related("club").filter(club=access.club, retired_at=None)
        trophy = get_object_or_404(rows, pk=pk)
        form = PassForm({"player": passing.player, "reason": passing.reason}, club=access.club)
        check(form)
        player = form.cleaned_data["player"]
        try:
            awards.pass_on(trophy, player, form.cleaned_data["reason"], by=access.user)
        except awards.AlreadyHeld as error:
            raise Problem("refused", str(error), field="player") from error
        return created(request, _trophy(trophy, held(trophy)), "api-trophy", slug, pk)


def _trophy(trophy: Trophy, having: list[Holder]) -> dict[str, Any]:
    return shaped(
        result_shapes.TROPHY, trophy, game=trophy.game or None, holders=[_holder(holder) for holder in having]
    )


def _holder(holder: Holder) -> dict[str, Any]:
    return shaped(result_shapes.HOLDER, holder, player=holder.player.pk, name=holder.player.label)


def _link(link: Link) -> dict[str, Any]:
    night, name = link.night.pk if link.night else None, link.award.player.label
    return shaped(result_shapes.CHAIN_LINK, link.award, name=name, night=night, days=link.days, mark=link.mark)


# Endpoints for play-offs and tournaments.


PLAYOFF_PARTS = (PLAYOFFS, FIXTURES, LEAVERS, PULLS, RESEATS, MATCHES, PLAYERS)


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
    return answer(request, of_club(access, *PLAYOFF_PARTS), lambda: _whole(find(access.club, access, pk)))


def _whole(playoff: Playoff) -> dict[str, Any]:
    is_groups = playoff.kind == Playoff.Kind.GROUPS
    more = _evening(playoff_state.read(playoff)) if is_groups else _pairings(tournament_state.read(playoff))
    return _about(playoff) | more


def _about(row: Playoff) -> dict[str, Any]:
    return shaped(result_shapes.PLAYOFF, row, winner=_player(row.winner), loser=_player(row.loser))


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
        "ended": [_taking(each) for each in takings(state)],
    }


def _taking(each: Taking) -> dict[str, Any]:
    turns = each.run.turns if each.run else ()
    return {
        "rule": each.rule,
        "prize": each.prize,
        "players": [_player(player) for player in each.players],
        "total": each.total,
        "how": each.how,
        "why": each.why,
        "tie_break": [{"name": share.name, "figure": share.figure, "words": share.words} for share in each.shares],
        "crosses": each.crosses,
        "last": [{"day": turn.day.isoformat(), "names": turn.names} for turn in turns],
        "run": each.run.words if each.run else "",
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
