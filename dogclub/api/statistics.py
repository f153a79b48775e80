"""Endpoints for a player's statistics and for the records of the club."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import why_closed
from clubs.models import Club, Player, Season
from dogclub.api.answers import answer_json, shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import (
    ANSWERS,
    AWARDS,
    CALLOUTS,
    MATCHES,
    NIGHTS,
    PLAYERS,
    SEASONS,
    STANDINGS,
    TAGS,
    TROPHIES,
    answer,
    of_club,
)
from dogclub.api.http.messages import asked_word
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import result_shapes
from dogclub.api.openapi import results as words
from dogclub.api.openapi.operation import described
from games.base.statistics import Bars
from games.base.table_game import TableGame
from games.charts.plots import AVERAGE_OF, averages_of
from games.registry import TABLE_GAMES
from games.statistics import meetings
from games.statistics import queries as statistics
from games.statistics.meetings import Meeting, longest, meetings_of, tally
from games.statistics.queries import SomeMatches, Whose
from leagues import records
from leagues.my_page.contents import MyGame, my_game, my_page_of, next_night
from leagues.nights.answers import AnswerPage
from leagues.records import Called, Fame, Record
from leagues.statistics.player import form_of, rules_of

MET = 100
GAMES = tuple(table_game.key for table_game in TABLE_GAMES)
PARTS = (MATCHES, PLAYERS, SEASONS, CALLOUTS, TAGS, AWARDS, TROPHIES)


@described(GET=words.STATISTICS)
@endpoint("GET")
def player_statistics(request: Request, slug: str, pk: int) -> Response:
    """All statistics of a player in a game, as on the player's page."""
    access = club_access(plain(request), slug, readers=True)
    table_game, season = _game(request), asked_season(request)
    rules: str = request.query_params.get("rules", "")
    if "rules" in request.query_params and not re.fullmatch(words.OF_RULES, rules):
        raise Problem("query", "“rules” is one of those in “by_rules”.", field="rules")

    def body() -> dict[str, Any]:
        player = get_object_or_404(Player, club=access.club, pk=pk)
        return _of_player(player, one_season(access.club, season), table_game, rules)

    return answer(request, of_club(access, *PARTS), body)


def asked_season(request: Request) -> str:
    """Return the season parameter, a number or "all" (the default). Raises Problem."""
    season: str = request.query_params.get("season", records.ALL)
    if not re.fullmatch(rf"{records.ALL}|[0-9]{{1,18}}", season):
        raise Problem("query", f"“season” is a number, or {records.ALL}.", field="season")
    return season


def one_season(club: Club, season: str) -> Season | None:
    """Return the season, None for "all". Raises Http404 for a season of another club."""
    return None if season == records.ALL else get_object_or_404(club.seasons, pk=int(season))


def _of_player(player: Player, season: Season | None, table_game: TableGame, rules: str) -> dict[str, Any]:
    played = statistics.summaries(SomeMatches(player, season.pk) if season else player)
    choice = rules_of(player, season, table_game, played, rules)
    whose, summary = choice.whose, choice.summary
    shown = table_game.player_statistics(whose, summary)
    return shaped(
        result_shapes.STATISTICS,
        summary,
        player=player.pk,
        name=player.label,
        game=table_game.key,
        season=season.name if season else None,
        rules=choice.here,
        by_rules=[{"rules": each.key, "words": each.words, "matches": each.matches} for each in choice.rules],
        figures=[shaped(result_shapes.FIGURE, each) for each in (*shown.main, *shown.more) if each.value is not None],
        tables=[table_json(each) for each in shown.tables],
        called={term: times for term, (times, _) in statistics.call_out_counts(whose, table_game.key).items()},
        met=_met(whose, table_game),
        totals=_totals(whose, table_game),
        nights=[shaped(result_shapes.FORM_NIGHT, each) for each in form_of(whose, table_game.key).nights],
    )


@described(GET=words.HALL)
@endpoint("GET")
def club_records(request: Request, slug: str) -> Response:
    """The records of a game, the most cups, and call-outs with their counts."""
    access = club_access(plain(request), slug, readers=True)
    table_game, season = _game(request), asked_season(request)
    return answer(request, of_club(access, *PARTS), lambda: _of_club(access.club, table_game, season))


def _of_club(club: Club, table_game: TableGame, season: str) -> dict[str, Any]:
    record_filter = records.record_filter(club, table_game.key, season, [])
    return {
        "game": table_game.key,
        "season": record_filter.season.name if record_filter.season else None,
        "fame": [_fame(each) for each in records.fame(record_filter.ever)],
        "records": [_record(each) for each in records.records(record_filter.ever)],
        "called": [_called(each) for each in records.called(record_filter.of_late)],
    }


def _game(request: Request) -> TableGame:
    game = asked_word(request, "game", GAMES, GAMES[0])
    return next(table_game for table_game in TABLE_GAMES if table_game.key == game)


def table_json(table: Bars) -> dict[str, Any]:
    """Return a table of the statistics page: title, headings, and rows of cells."""
    return {"title": table.title, "heads": table.heads, "rows": [[row.head, *row.cells] for row in table.rows]}


def _met(whose: Whose, table_game: TableGame) -> list[dict[str, Any]]:
    rows = meetings.met(whose, table_game.key)[:MET]
    return [shaped(result_shapes.MET, each, name=each.label) for each in rows]


def _totals(whose: Whose, table_game: TableGame) -> list[dict[str, Any]]:
    seats = statistics.run(whose, table_game.key, statistics.RUN + AVERAGE_OF - 1)
    mixed = statistics.are_points_mixed(whose)
    averages = [None] * len(seats) if mixed else averages_of([seat.total for seat in seats])
    rows = [
        shaped(result_shapes.TOTAL, seat, match=seat.match_id, started_at=seat.match.started_at, average=average)
        for seat, average in zip(seats, averages, strict=True)
    ]
    return rows[-statistics.RUN :]


def _fame(fame: Fame) -> dict[str, Any]:
    return shaped(result_shapes.FAME, fame, player=fame.player.pk, name=fame.player.label)


def _record(record: Record) -> dict[str, Any]:
    words = ", ".join(filter(None, (record.subject, record.suffix)))
    name, title = record.seat.player.label, record.feat.title
    about = {"title": title, "value": record.value, "name": name, "words": words, "rules": record.rules}
    return shaped(result_shapes.RECORD, record.seat, **about)


def _called(called: Called) -> dict[str, Any]:
    return shaped(result_shapes.CALLED, called, most=called.who, tagged=called.is_tag)


# The endpoint for two players head to head.


MOST_MEETINGS = 100
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
        return _of_two_players(pair, "" if game == "all" else game, one_season(access.club, season))

    return answer(request, of_club(access, MATCHES, PLAYERS, SEASONS), body)


def _of_two_players(pair: Sequence[Player], game: str, season: Season | None) -> dict[str, Any]:
    met = meetings_of(pair[0], pair[1], game, season.pk if season else None)
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
        meetings=[_meeting(each) for each in met[-MOST_MEETINGS:]],
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


# The endpoint for the user's own page: what waits for an action, and their results.


MY_PARTS = (ANSWERS, AWARDS, MATCHES, NIGHTS, PLAYERS, SEASONS, STANDINGS, TROPHIES)


@described(GET=words.MY_PAGE)
@endpoint("GET")
def my_page(request: Request, slug: str) -> Response:
    """Two queries decide whether anything changed, since the next night depends on the time."""
    access = club_access(plain(request), slug)
    night = next_night(access.club)
    about = (access.player_id, night and (night.pk, night.answers_close_at, why_closed(night)))
    return answer(request, of_club(access, *MY_PARTS, about=about), lambda: _of_member(access))


def _of_member(access: Access) -> dict[str, Any]:
    if access.player_id is None:
        raise Http404
    player = get_object_or_404(Player, club=access.club, pk=access.player_id)
    mine, game = my_page_of(access.club, player), my_game(access.club, player)
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
        form=game and _form(game),
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


def _form(mine: MyGame) -> dict[str, Any]:
    return shaped(
        result_shapes.MY_GAME,
        mine.summary,
        game=mine.game.key,
        rules=mine.rules,
        nights=[shaped(result_shapes.FORM_NIGHT, each) for each in mine.form.nights],
        bids=mine.bids and {**table_json(mine.bids), "club": [row.club for row in mine.bids.rows]},
        records=[
            {"title": each.feat.title, "value": each.value, "match": each.seat.match_id, "words": each.suffix}
            for each in mine.records
        ],
    )
