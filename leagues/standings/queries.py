"""Reads a whole table in one query: its rows, and the other seasons and games to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Aggregate, Count, Exists, F, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.http import Http404
from django.utils.translation import gettext as _

from clubs.language.terms import rules_label
from clubs.models import Club, Night, Season
from clubs.players.search import player_key
from games.models import Match
from games.registry import TABLE_GAMES
from leagues.models import Standing
from leagues.standings.update import keep_current

ALL = "all"


def game_key(game: str) -> str:
    """Return the key of the game in the URL, "" for all games. Raises Http404."""
    if game == ALL:
        return ""
    if game not in {table_game.key for table_game in TABLE_GAMES}:
        raise Http404
    return game


class ListOf(Aggregate):
    """Aggregates values into one JSON list."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()
    allow_distinct = True

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_AGG", **context)


@dataclass(frozen=True)
class Choice:
    """A season to choose; `starts_on` is an ISO date."""

    pk: int
    name: str
    starts_on: str


@dataclass(frozen=True)
class RulesPlayed:
    """The rules of some matches of a table: the key of `Engine.apart`, what they are called, how many matches."""

    key: str
    label: str
    matches: int


@dataclass(frozen=True)
class Board:
    """A table. No season: of all time; game "": across all games. `nights` counts all nights of the season,
    `nights_past` those that are past. `rules` are those of its matches, most played first; empty where all were played
    as written.
    """

    season: Season | None
    game: str
    rows: list[Standing]
    seasons: list[Choice]
    games: list[str]
    nights: int
    nights_past: int
    guests_rank: bool = True
    rules: Sequence[RulesPlayed] = ()

    def is_left_out(self, row: Standing) -> bool:
        """Whether the row is a guest's in a club that does not rank guests."""
        return row.player.is_guest and not self.guests_rank


class NoTable(Exception):
    """Raised where a table has nothing to show; the text says why."""


def read(club: Club, season: str, game: str, today: date) -> Board | None:
    """Return the table, or None if it has no rows. `season` and `game` are keys or ALL, and any other text names no
    table; "" means the newest season with a result, and the game that the club plays most.
    """
    keep_current(club)
    of_season = _of_season(club, season)
    rows = list(_with_shared_columns(club, of_season, _of_game(of_season, game), today))
    if not rows:
        return None
    first: Any = rows[0]
    return Board(
        first.season,
        first.game,
        _level_by_name(rows),
        sorted((Choice(**each) for each in first.seasons or ()), key=lambda each: each.starts_on, reverse=True),
        first.games,
        first.nights_all or 0,
        first.nights_past or 0,
        club.guests_rank,
        rules_played(club, first.season, first.game) if first.has_own_rules else (),
    )


def rules_played(club: Club, season: Season | None, game: str) -> list[RulesPlayed]:
    """Return by which rules the finished matches of a table were played, most played first; [] where all were played
    as written. No season: of all time; game "": across all games. One query. The club must be active.
    """
    rows = club.matches.filter(finished_at__isnull=False, abandoned_at__isnull=True)
    rows = rows.filter(season=season) if season else rows
    rows = rows.filter(game=game) if game else rows
    newest = Match.objects.filter(club=club, game=OuterRef("game"), points_key=OuterRef("points_key"))
    options = Subquery(newest.order_by("-started_at").values("options")[:1])
    by_rules = rows.order_by().values("game", "points_key").annotate(many=Count("pk"), newest=options)
    found = list(by_rules.order_by("-many", "game", "points_key"))
    mixed = {row["game"] for row in found if row["points_key"]}
    return [
        RulesPlayed(row["points_key"], rules_label(row["game"], row["newest"]) or _("§1 as written"), row["many"])
        for row in found
        if row["game"] in mixed
    ]


def _level_by_name(rows: list[Standing]) -> list[Standing]:
    """Return the rows with level ones sorted by name for the reader. All level ones have the same figures, so what
    decided is kept in its place: the first of them is compared with the row above.
    """
    ordered: list[Standing] = []
    for _key, group in groupby(rows, key=lambda row: (row.place, row.place is None and row.points)):
        level = list(group)
        decided = [row.decided for row in level]
        level.sort(key=lambda row: player_key(row.player))
        for row, why in zip(level, decided, strict=True):
            row.decided = why
        ordered += level
    return ordered


def read_usual(club: Club, season: str, game: str, today: date) -> Board | None:
    """Return the table like `read`; if no season is given and none has a result, that of all time."""
    return read(club, season, game, today) or (None if season else read(club, ALL, game, today))


def read_existing(club: Club, season: str, game: str, today: date) -> Board:
    """Return the table like `read`. Raises NoTable where it has no rows."""
    board = read(club, season, game, today)
    if board is None:
        raise NoTable(_("There is no such table, or nobody stands in it yet."))
    return board


def read_ranked(club: Club, season: str, game: str, today: date) -> Board:
    """Return the table like `read_usual`. Raises NoTable where nobody is ranked in it."""
    board = read_usual(club, season, game, today)
    if board is None or not any(row.place for row in board.rows):
        raise NoTable(_("Nobody is ranked in this table."))
    return board


def _of_season(club: Club, season: str) -> QuerySet[Standing]:
    rows = Standing.objects.filter(club=club).order_by()
    if season == ALL:
        return rows.filter(season__isnull=True)
    if season:
        return rows.filter(season=min(int(season), 2**31 - 1)) if season.isdecimal() else rows.none()
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
    """Annotate each row with the values shared by all rows, as subqueries that the database evaluates once."""
    seasons = Season.objects.filter(club=club).order_by().values("club")
    choice = JSONObject(pk="pk", name="name", starts_on="starts_on")
    nights = Night.objects.filter(season=Subquery(season.values("season")[:1]), called_off_at__isnull=True)
    annotated: QuerySet[Any] = rows.select_related("player", "season").annotate(
        seasons=Subquery(seasons.annotate(all=ListOf(choice)).values("all")),
        games=Subquery(season.values("club").annotate(all=ListOf("game", distinct=True)).values("all")),
        nights_all=Subquery(_many(nights)),
        nights_past=Subquery(_many(nights.filter(starts_at__date__lte=today))),
        has_own_rules=Exists(Match.objects.filter(club=club, finished_at__isnull=False).exclude(points_key="")),
    )
    return annotated.order_by(F("place").asc(nulls_last=True), "-points", "player_id")


def _many(nights: QuerySet[Night]) -> QuerySet[Any]:
    return nights.order_by().values("season").annotate(many=Count("pk")).values("many")
