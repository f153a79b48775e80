"""The results that count for standings: a match is one result, a play-off in groups is one as a whole.

The matches of a play-off in groups do not count by themselves, and the play-off counts only once it is over, for
everybody who played in it; in a knock-out or a round robin each match counts like any other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubs.models import AllTime, Club, Season
from clubs.models.calendar import club_day
from clubs.time_zone import clock_of
from games.models import Match, Seat
from games.registry import TABLE_GAMES
from leagues.models import Fixture, Playoff
from scoring.standings import BY_PLACE, Line, Result, Scheme, line_of, line_with, scheme_from_json, scheme_to_json

AROUND = timedelta(days=2)
FINALS = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)
GROUPS = Q(match__fixture__playoff__kind=Playoff.Kind.GROUPS, match__fixture__playoff__called_off_at__isnull=True)


@dataclass(frozen=True)
class Counted:
    """A result and the season that it belongs to."""

    season: int | None
    result: Result


def results(
    club: Club, *, players: Collection[int] | None = None, season: int | None = None, game: str = ""
) -> list[Counted]:
    """Return all results of the club, or only those of these players, this season or this game. Two queries."""
    rows = Seat.objects.filter(match__club=club)
    if season is not None:
        rows = rows.filter(match__season=season)
    if game:
        rows = rows.filter(match__game=game)
    with clock_of(club):
        return [*_matches(rows, players), *_playoffs(rows, players)]


def results_of_evening(match: Match) -> list[Counted]:
    """Return the results of the evening of this match, of all players. Two queries, and one more if final tables of a
    play-off in groups were played.
    """
    with clock_of(match.club):
        name, rows = evening(match.night_id, match.started_at), Seat.objects.filter(match__club=match.club_id)
        playoffs = rows.filter(GROUPS, _about_then(match, "match__fixture__playoff__started_at"))
        keys = {*playoffs.order_by().values_list("match__fixture__playoff", flat=True)}
        found = [*_matches(rows.filter(_about_then(match, "match__started_at")), None)]
        found += _playoffs(rows.filter(match__fixture__playoff__in=keys), None) if keys else ()
    return [each for each in found if each.result.night == name]


def _about_then(match: Match, began: str) -> Q:
    """Return a filter for the night of the match; without a night, for matches within AROUND of its start, which
    includes its day by any clock.
    """
    if match.night_id:
        return Q(match__night=match.night_id)
    span = (match.started_at - AROUND, match.started_at + AROUND)
    return Q(match__night=None, **{f"{began}__range": span})


def _matches(rows: QuerySet[Seat], players: Collection[int] | None) -> Iterable[Counted]:
    ended = rows.filter(match__finished_at__isnull=False, match__abandoned_at__isnull=True)
    rows = ended.filter(Q(match__fixture__isnull=True) | ~GROUPS)
    if players is not None:
        rows = rows.filter(player__in=players)
    counts = Seat.objects.filter(match=OuterRef("match")).order_by().values("match").annotate(count=Count("pk"))
    named = rows.order_by().values_list(
        "match__season",
        "match",
        "match__game",
        "match__started_at",
        "match__night",
        "player",
        "place",
        "total",
        "is_winner",
        "is_loser",
        "match__points_key",
        Subquery(counts.values("count")),
        Subquery(counts.filter(place=OuterRef("place")).values("count")),
    )
    for season, match, game, when, night, player, place, total, won, lost, rules, many, level in named:
        about = {"game": game, "when": moment(when), "night": evening(night, when), "rules": rules}
        score = {"place": place, "level": level, "players": many, "total": total, "won": won, "lost": lost}
        yield Counted(season, Result(player, str(match), **about, **score))


def _playoffs(rows: QuerySet[Seat], players: Collection[int] | None) -> Iterable[Counted]:
    """Yield the results of play-offs: the winners’ table takes the first places, the losers’ table those after it, and
    whoever played only in a group shares the place after them (LG-06).
    """
    is_final = Q(match__fixture__stage__in=FINALS)
    over = rows.filter(GROUPS, match__fixture__playoff__finished_at__isnull=False, match__finished_at__isnull=False)
    finals = Seat.objects.filter(is_final, match__fixture__playoff=OuterRef("match__fixture__playoff"))
    rows = over.filter(is_final | ~Exists(finals.filter(player=OuterRef("player"))))
    if players is not None:
        theirs = over.filter(player__in=players).values("match__fixture__playoff")
        rows = rows.filter(match__fixture__playoff__in=theirs)
    of = "match__fixture__playoff"
    named = rows.order_by(of, "-match__fixture__stage", "place", "player").values(
        of,
        f"{of}__started_at",
        f"{of}__winner",
        f"{of}__loser",
        "match__fixture__stage",
        "match__season",
        "match__night",
        "match__game",
        "match__points_key",
        "player",
        "place",
        "total",
    )
    for _, seats in groupby(named, key=lambda row: row[of]):
        for each in _one_playoff(list(seats)):
            if players is None or each.result.player in players:
                yield each


def _one_playoff(seats: Sequence[dict[str, Any]]) -> Iterable[Counted]:
    """Yield one result for each of these seats: those of the final tables, and those of a group for whoever sat at
    neither.
    """
    of = "match__fixture__playoff"
    many = Counter(row["match__fixture__stage"] for row in seats)
    up, down = many[Fixture.Stage.WINNERS], many[Fixture.Stage.LOSERS]
    ahead = {Fixture.Stage.WINNERS: 0, Fixture.Stage.LOSERS: up, Fixture.Stage.GROUP: up + down}
    places = [1 if row["match__fixture__stage"] == Fixture.Stage.GROUP else row["place"] for row in seats]
    level = Counter((row["match__fixture__stage"], place) for row, place in zip(seats, places, strict=True))
    for row, place in zip(seats, places, strict=True):
        stage = row["match__fixture__stage"]
        yield Counted(
            row["match__season"],
            Result(
                row["player"],
                f"playoff-{row[of]}",
                place=place + ahead[stage],
                players=len(seats),
                game=row["match__game"],
                when=moment(row[f"{of}__started_at"]),
                night=evening(row["match__night"], row[f"{of}__started_at"]),
                level=level[stage, place],
                total=row["total"],
                won=row["player"] == row[f"{of}__winner"],
                lost=row["player"] == row[f"{of}__loser"],
                rules=row["match__points_key"],
            ),
        )


def moment(when: datetime) -> str:
    """Return the moment to the second, in the club's time, as text that sorts chronologically."""
    return f"{timezone.localtime(when):%Y-%m-%dT%H:%M:%S}"


def evening(night: int | None, when: datetime) -> str:
    """Return a key for the night of the match or, without a night, for its day."""
    return f"night-{night}" if night else f"{club_day(when):%Y-%m-%d}"


# The tables of a club, and the scheme of each.


Schemes = Mapping[int | None, Mapping[str, Any]]


class Table(NamedTuple):
    """Identifies a table. No season: of all time; game "": across all games."""

    season: int | None
    game: str

    def holds(self, counted: Counted) -> bool:
        """Whether the result counts in this table."""
        return self.season in (None, counted.season) and self.game in ("", counted.result.game)

    def of(self, results: Iterable[Counted]) -> list[Result]:
        """Return those of the results that count in this table."""
        return [each.result for each in results if self.holds(each)]


def tables_of(counted: Counted) -> set[Table]:
    """Return the tables in which the result counts; without a season only those of all time."""
    return {Table(season, game) for season in {counted.season, None} for game in (counted.result.game, "")}


def stored_schemes(club: Club, seasons: Collection[int | None] | None = None) -> Schemes:
    """Return the schemes of all seasons, or of these, and those of all time, by season; one query."""
    rows = club.seasons.all() if seasons is None else club.seasons.filter(pk__in=[each for each in seasons if each])
    return {None: all_time_schemes(club), **dict(rows.values_list("pk", "schemes"))}


def all_time_schemes(club: Club) -> dict[str, Any]:
    """Return the schemes of all time: by wins, or each game by place, as the club chose. They are the same for all
    seasons, whose own schemes may differ.
    """
    return first_schemes() if club.all_time == AllTime.PLACES else {}


def first_schemes() -> dict[str, Any]:
    """Return the schemes of a new club: points by place in every game."""
    return {game.key: scheme_to_json(BY_PLACE) for game in TABLE_GAMES}


def scheme_of(table: Table, schemes: Schemes) -> Scheme:
    """Return the scheme of the table, or the default of LG-03."""
    return scheme_from_json(schemes.get(table.season, {}).get(table.game), across=not table.game)


def scheme_in(club: Club, season: Season | None, game: str) -> Scheme:
    """Return the scheme of the table of this season and game."""
    schemes = season.schemes if season else all_time_schemes(club)
    key = season.pk if season else None
    return scheme_of(Table(key, game), {key: schemes})


def scheme_of_each_game(club: Club, season: Season | None) -> Scheme | None:
    """Return the scheme shared by all games of all time; None for a season, where each game has its own."""
    return None if season else scheme_in(club, None, TABLE_GAMES[0].key)


def schemes_of_games(table: Table, schemes: Schemes) -> dict[str, Scheme]:
    """Return the scheme of each game for a table across all games; {} for other tables."""
    by_game = {} if table.game else schemes.get(table.season, {})
    return {game: scheme_from_json(scheme) for game, scheme in by_game.items() if game}


def unranked_in(club: Club) -> set[int]:
    """Return the guests of a club that does not rank them; one query there, none in others."""
    return set() if club.guests_rank else {*club.players.filter(is_guest=True).values_list("pk", flat=True)}


def by_player(results: Iterable[Result]) -> dict[int, list[Result]]:
    """Return the results by player."""
    theirs: dict[int, list[Result]] = {}
    for result in results:
        theirs.setdefault(result.player, []).append(result)
    return theirs


def line_in_table(table: Table, schemes: Schemes, player: int, played: Sequence[Result]) -> Line:
    """Return the player's line from these results."""
    return line_of(player, played, scheme_of(table, schemes), schemes_of_games(table, schemes))


def with_match(
    table: Table, schemes: Schemes, lines: Mapping[int, Line], evening: Iterable[Counted], match: str
) -> dict[int, Line] | None:
    """Return all lines with this match added, which they do not count yet; None if that needs more results than those
    of its evening.

    `evening` are all results of the evening of the match, which is named by its key.
    """
    scheme, by_game = scheme_of(table, schemes), schemes_of_games(table, schemes)
    played, added = by_player(table.of(evening)), dict(lines)
    for result in (each for theirs in played.values() for each in theirs if each.event == match):
        before = lines.get(result.player, Line(result.player))
        line = line_with(before, result, played[result.player], scheme, by_game)
        if line is None:
            return None
        added[result.player] = line
    return added
