"""Endpoints for a player's statistics and for the records of the club."""

import re
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Club, Player, Season
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import AWARDS, CALLOUTS, MATCHES, PLAYERS, SEASONS, TAGS, TROPHIES
from dogclub.api.http.forms import asked_word
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from games.base.results.statistics import Bars
from games.base.table_game import TableGame
from games.charts.dots_chart import AVERAGE_OF, averages_of
from games.registry import TABLE_GAMES
from games.statistics import head_to_head
from games.statistics import queries as statistics
from games.statistics.queries import Summary, Whose
from leagues.records import filters, queries
from leagues.records.queries import Called, Fame, Record
from leagues.statistics.form import form_of

MET = 100
GAMES = tuple(table_game.key for table_game in TABLE_GAMES)
PARTS = (MATCHES, PLAYERS, SEASONS, CALLOUTS, TAGS, AWARDS, TROPHIES)


@described(GET=words.STATISTICS)
@endpoint("GET")
def player_statistics(request: Request, slug: str, pk: int) -> Response:
    """All statistics of a player in a game, as on the player's page."""
    access = club_access(plain(request), slug, readers=True)
    table_game, season = _game(request), asked_season(request)

    def body() -> dict[str, Any]:
        player = get_object_or_404(Player, club=access.club, pk=pk)
        return _of_player(player, one_season(access.club, season), table_game)

    return answer(request, of_club(access, *PARTS), body)


def asked_season(request: Request) -> str:
    """Return the season parameter, a number or "all" (the default). Raises Problem."""
    season: str = request.query_params.get("season", filters.ALL)
    if not re.fullmatch(rf"{filters.ALL}|[0-9]{{1,18}}", season):
        raise Problem("query", f"“season” is a number, or {filters.ALL}.", field="season")
    return season


def one_season(club: Club, season: str) -> Season | None:
    """Return the season, None for "all". Raises Http404 for a season of another club."""
    return None if season == filters.ALL else get_object_or_404(club.seasons, pk=int(season))


def _of_player(player: Player, season: Season | None, table_game: TableGame) -> dict[str, Any]:
    whose = statistics.PlayerInSeason(player, season.pk) if season else player
    summary = statistics.summaries(whose).get(table_game.key, Summary())
    shown = table_game.player_statistics(whose, summary)
    return shaped(
        result_shapes.STATISTICS,
        summary,
        player=player.pk,
        name=player.label,
        game=table_game.key,
        season=season.name if season else None,
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
    record_filter = filters.record_filter(club, table_game.key, season, [])
    return {
        "game": table_game.key,
        "season": record_filter.season.name if record_filter.season else None,
        "fame": [_fame(each) for each in queries.fame(record_filter.ever)],
        "records": [_record(each) for each in queries.records(record_filter.ever)],
        "called": [_called(each) for each in queries.called(record_filter.of_late)],
    }


def _game(request: Request) -> TableGame:
    game = asked_word(request, "game", GAMES, GAMES[0])
    return next(table_game for table_game in TABLE_GAMES if table_game.key == game)


def table_json(table: Bars) -> dict[str, Any]:
    """Return a table of the statistics page: title, headings, and rows of cells."""
    return {"title": table.title, "heads": table.heads, "rows": [[row.head, *row.cells] for row in table.rows]}


def _met(whose: Whose, table_game: TableGame) -> list[dict[str, Any]]:
    rows = head_to_head.met(whose, table_game.key)[:MET]
    return [shaped(result_shapes.MET, each, name=each.label) for each in rows]


def _totals(whose: Whose, table_game: TableGame) -> list[dict[str, Any]]:
    seats = statistics.run(whose, table_game.key, statistics.RUN + AVERAGE_OF - 1)
    averages = averages_of([seat.total for seat in seats])
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
    return shaped(result_shapes.RECORD, record.seat, title=title, value=record.value, name=name, words=words)


def _called(called: Called) -> dict[str, Any]:
    return shaped(result_shapes.CALLED, called, most=called.who, tagged=called.is_tag)
