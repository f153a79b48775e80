"""The endpoint for two players head to head."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Player, Season
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import MATCHES, PLAYERS, SEASONS
from dogclub.api.http.forms import asked_word
from dogclub.api.http.session import plain
from dogclub.api.league.statistics import GAMES, asked_season, one_season
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from games.statistics.meetings import Meeting, longest, meetings, tally

MOST = 100
FINISHED = {1: "ahead", 0: "level", -1: "behind"}


@described(GET=words.TWO_PLAYERS)
@endpoint("GET")
def two_players(request: Request, slug: str, pk: int, other: int) -> Response:
    """The figures of the head-to-head page; 404 where both are the same player."""
    access = club_access(plain(request), slug, readers=True)
    game, season = asked_word(request, "game", (*GAMES, "all"), "all"), asked_season(request)

    def body() -> dict[str, Any]:
        if pk == other:
            raise Http404
        pair = [get_object_or_404(Player, club=access.club, pk=each) for each in (pk, other)]
        return _of(pair, "" if game == "all" else game, one_season(access.club, season))

    return answer(request, of_club(access, MATCHES, PLAYERS, SEASONS), body)


def _of(pair: Sequence[Player], game: str, season: Season | None) -> dict[str, Any]:
    met = meetings(pair[0], pair[1], game, season.pk if season else None)
    return shaped(
        result_shapes.TWO_PLAYERS,
        tally(met),
        player=pair[0].pk,
        name=pair[0].label,
        against={"player": pair[1].pk, "name": pair[1].label},
        game=game or None,
        season=season.name if season else None,
        longest_ahead=longest(met, 1).length,
        longest_behind=longest(met, -1).length,
        by_game=_by("game", [(each.game, each) for each in met]),
        by_size=_by("players", [(each.players, each) for each in met]),
        meetings=[_meeting(each) for each in met[-MOST:]],
    )


def _by(name: str, keyed: Iterable[tuple[Any, Meeting]]) -> list[dict[str, Any]]:
    parts: dict[Any, list[Meeting]] = {}
    for key, each in keyed:
        parts.setdefault(key, []).append(each)
    return [shaped(result_shapes.AHEAD, tally(parts[key])) | {name: key} for key in sorted(parts)]


def _meeting(met: Meeting) -> dict[str, Any]:
    total, other_total = met.totals
    finished = FINISHED[met.result]
    return shaped(result_shapes.MEETING, met, total=total, other_total=other_total, finished=finished)
