"""Which tables a club has, and by which scheme each is counted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from clubs.models import Club
from leagues.standings.results import Counted
from scoring.standings import ACROSS, DEFAULT, Line, Result, Scheme, line_of, scheme_from_json

Schemes = Mapping[int, Mapping[str, Any]]


class Table(NamedTuple):
    """No season: of all time. No game: across all games."""

    season: int | None
    game: str

    def holds(self, counted: Counted) -> bool:
        return self.season in (None, counted.season) and self.game in ("", counted.result.game)

    def of(self, results: Iterable[Counted]) -> list[Result]:
        return [each.result for each in results if self.holds(each)]


def tables_of(counted: Counted) -> set[Table]:
    """A result without a season stands in the tables of all time alone."""
    return {Table(season, game) for season in {counted.season, None} for game in (counted.result.game, "")}


def stored_schemes(club: Club) -> dict[int, dict[str, Any]]:
    """What each season says; one query."""
    return dict(club.seasons.values_list("pk", "schemes"))


def scheme_of(table: Table, schemes: Schemes) -> Scheme:
    """A season’s own, or the default; all time is counted in wins, as the seasons may differ (LG-03)."""
    if table.season is None:
        return DEFAULT if table.game else ACROSS
    return scheme_from_json(schemes[table.season].get(table.game), across=not table.game)


def schemes_of_games(table: Table, schemes: Schemes) -> dict[str, Scheme]:
    """For a table that adds the games up: how each game of its season is counted."""
    if table.season is None or table.game:
        return {}
    by_game = schemes[table.season]
    return {game: scheme_from_json(scheme) for game, scheme in by_game.items() if game}


def by_player(results: Iterable[Result]) -> dict[int, list[Result]]:
    theirs: dict[int, list[Result]] = {}
    for result in results:
        theirs.setdefault(result.player, []).append(result)
    return theirs


def line_in_table(table: Table, schemes: Schemes, player: int, played: Sequence[Result]) -> Line:
    return line_of(player, played, scheme_of(table, schemes), schemes_of_games(table, schemes))
