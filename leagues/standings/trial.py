"""A table as it would be by other schemes; nothing is written."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Season
from leagues.standings.results import results
from leagues.standings.tables import Schemes, Table, by_player, line_in_table, scheme_of, unranked_in
from scoring.standings import Row, meetings_in, rank


def trial(season: Season, game: str, schemes: Mapping[str, Any]) -> list[Row]:
    """The season’s table of this game (none: across) if these were its schemes."""
    table = Table(season.pk, game)
    season_schemes: Schemes = {season.pk: schemes}
    counted = table.of(results(season.club, season=season.pk, game=game))
    lines = [line_in_table(table, season_schemes, player, played) for player, played in by_player(counted).items()]
    return rank(lines, scheme_of(table, season_schemes), meetings_in(counted), unranked_in(season.club))
