"""From results to lines, by the schemes a table is counted by."""

from collections.abc import Iterable, Sequence

from leagues.standings.tables import Schemes, Table, scheme_of, schemes_of_games
from scoring.standings import Line, Result, line_of


def by_player(found: Iterable[Result]) -> dict[int, list[Result]]:
    theirs: dict[int, list[Result]] = {}
    for result in found:
        theirs.setdefault(result.player, []).append(result)
    return theirs


def line_in_table(table: Table, schemes: Schemes, player: int, played: Sequence[Result]) -> Line:
    return line_of(player, played, scheme_of(table, schemes), schemes_of_games(table, schemes))
