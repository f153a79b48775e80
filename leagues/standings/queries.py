"""A whole table in one query: its rows, and beside them the seasons and games one may turn to."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Aggregate, Count, Exists, F, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.http import Http404

from clubs.models import Club, Night, Season
from games.registry import TABLE_GAMES
from leagues.models import Standing
from leagues.standings.update import keep_current

ALL = "all"


def game_key(game: str) -> str:
    """Of the address: a game, or nothing for all of them. Raises Http404."""
    if game == ALL:
        return ""
    if game not in {table_game.key for table_game in TABLE_GAMES}:
        raise Http404
    return game


class ListOf(Aggregate):
    """Values as one JSON list."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()
    allow_distinct = True

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_AGG", **context)


@dataclass(frozen=True)
class Choice:
    """A season one may turn to."""

    pk: int
    name: str
    starts_on: str


@dataclass(frozen=True)
class Board:
    """A table as it stands; no season: of all time, no game: across. `nights` are those of the whole season."""

    season: Season | None
    game: str
    rows: list[Standing]
    seasons: list[Choice]
    games: list[str]
    nights: int
    nights_past: int
    guests_rank: bool = True

    def is_left_out(self, row: Standing) -> bool:
        """A guest, where the club ranks none."""
        return row.player.is_guest and not self.guests_rank


def read(club: Club, season: str, game: str, today: date) -> Board | None:
    """As asked for; nothing asked: the newest season that has a result, and the game most of the club plays."""
    keep_current(club)
    of_season = _of_season(club, season)
    rows = list(_with_shared_columns(club, of_season, _of_game(of_season, game), today))
    if not rows:
        return None
    first: Any = rows[0]
    return Board(
        first.season,
        first.game,
        rows,
        sorted((Choice(**each) for each in first.seasons or ()), key=lambda each: each.starts_on, reverse=True),
        first.games,
        first.nights_all or 0,
        first.nights_past or 0,
        club.guests_rank,
    )


def read_usual(club: Club, season: str, game: str, today: date) -> Board | None:
    """The same; where no season is asked for and none has a result, that of all time."""
    return read(club, season, game, today) or (None if season else read(club, ALL, game, today))


def _of_season(club: Club, season: str) -> QuerySet[Standing]:
    rows = Standing.objects.filter(club=club).order_by()
    if season == ALL:
        return rows.filter(season__isnull=True)
    if season.isdecimal():
        return rows.filter(season=min(int(season), 2**31 - 1))
    ranked = Season.objects.filter(Exists(Standing.objects.filter(club=club, season=OuterRef("pk"))), club=club)
    return rows.filter(season=Subquery(ranked.order_by("-starts_on").values("pk")[:1]))


def _of_game(rows: QuerySet[Standing], game: str) -> QuerySet[Standing]:
    if game:
        return rows.filter(game="" if game == ALL else game)
    liked = rows.exclude(game="").values("game").annotate(many=Count("pk")).order_by("-many", "game")
    return rows.filter(game=Subquery(liked.values("game")[:1]))


def _with_shared_columns(
    club: Club, season: QuerySet[Standing], rows: QuerySet[Standing], today: date
) -> QuerySet[Any]:
    """Each row with what is the same for all of them: subqueries that are asked once."""
    seasons = Season.objects.filter(club=club).order_by().values("club")
    choice = JSONObject(pk="pk", name="name", starts_on="starts_on")
    nights = Night.objects.filter(season=Subquery(season.values("season")[:1]), called_off_at__isnull=True)
    annotated: QuerySet[Any] = rows.select_related("player", "season").annotate(
        seasons=Subquery(seasons.annotate(all=ListOf(choice)).values("all")),
        games=Subquery(season.values("club").annotate(all=ListOf("game", distinct=True)).values("all")),
        nights_all=Subquery(_many(nights)),
        nights_past=Subquery(_many(nights.filter(starts_at__date__lte=today))),
    )
    return annotated.order_by(F("place").asc(nulls_last=True), "-points", "player_id")


def _many(nights: QuerySet[Night]) -> QuerySet[Any]:
    return nights.order_by().values("season").annotate(many=Count("pk")).values("many")
