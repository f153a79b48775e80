"""The endpoint for the user's own page: what waits for an action, and their results."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import why_closed
from clubs.models import Player
from dogclub.api.answers.night_answers import answer_json
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import ANSWERS, AWARDS, MATCHES, NIGHTS, PLAYERS, SEASONS, STANDINGS, TROPHIES
from dogclub.api.http.session import plain
from dogclub.api.league.statistics import table_json
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from leagues.my_page.contents import Played, my_page_of, next_night
from leagues.nights.answers.page import AnswerPage

PARTS = (ANSWERS, AWARDS, MATCHES, NIGHTS, PLAYERS, SEASONS, STANDINGS, TROPHIES)


@described(GET=words.MY_PAGE)
@endpoint("GET")
def my_page(request: Request, slug: str) -> Response:
    """Two queries decide whether anything changed, since the next night depends on the time."""
    access = club_access(plain(request), slug)
    night = next_night(access.club)
    about = (access.player_id, night and (night.pk, night.answers_close_at, why_closed(night)))
    return answer(request, of_club(access, *PARTS, about=about), lambda: _of(access))


def _of(access: Access) -> dict[str, Any]:
    if access.player_id is None:
        raise Http404
    player = get_object_or_404(Player, club=access.club, pk=access.player_id)
    mine = my_page_of(access.club, player)
    return shaped(
        result_shapes.MY_PAGE,
        mine,
        player=player.pk,
        name=player.label,
        next_night=mine.answers and _night(mine.answers),
        to_confirm=[shaped(result_shapes.TO_CONFIRM, each, match=each.match.pk) for each in mine.to_confirm],
        season=mine.season and shaped(result_shapes.MY_SEASON, mine.season, game=mine.season.game or None),
        holds=[
            {"trophy": each.trophy.pk, "name": str(each.trophy), "since": each.since, "defended": each.defended}
            for each in mine.held
        ],
        held=[{"trophy": each.pk, "name": str(each), "times": each.times, "last": each.last} for each in mine.cabinet],
        form=mine.played and _form(mine.played),
    )


def _night(page: AnswerPage) -> dict[str, Any]:
    night, answers = page.night, page.answers
    return shaped(
        result_shapes.NEXT_NIGHT,
        night,
        night=night.pk,
        closes_at=night.answers_close_at,
        closed=page.closed,
        taken=answers.taken,
        maybe=len(answers.maybe),
        answer=page.mine and answer_json(page.mine, answers),
    )


def _form(played: Played) -> dict[str, Any]:
    return shaped(
        result_shapes.MY_GAME,
        played.summary,
        game=played.game.key,
        nights=[shaped(result_shapes.FORM_NIGHT, each) for each in played.form.nights],
        bids=played.bids and {**table_json(played.bids), "club": [row.club for row in played.bids.rows]},
        records=[
            {"title": each.feat.title, "value": each.value, "match": each.seat.match_id, "words": each.suffix}
            for each in played.records
        ],
    )
