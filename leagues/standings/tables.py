"""The tables of a club, and the scheme of each."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from clubs.models import AllTime, Club, Season
from games.registry import TABLE_GAMES
from leagues.standings.results import Counted
from scoring.standings import BY_PLACE, Line, Result, Scheme, line_of, line_with, scheme_from_json, scheme_to_json

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
