"""The club’s own rates, to stand beside those of one player."""

from collections.abc import Sequence
from dataclasses import replace

from games.base.results.statistics import Bars
from games.statistics.queries import Whose, rounds_of_club


def beside_club(player: Whose, game: str, tables: Sequence[Bars]) -> list[Bars]:
    """The same tables; those that are compared have the club’s rate on every row: one query each."""
    return [_beside(player, game, table) if table.compared else table for table in tables]


def _beside(player: Whose, game: str, table: Bars) -> Bars:
    club = rounds_of_club(player, game, table.compared).rates(table.compared)
    rates = {str(rate.value): rate.percent for rate in club}
    return replace(table, rows=[replace(row, club=rates.get(row.head)) for row in table.rows])
