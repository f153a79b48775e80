"""Every table that can be taken along: literal lists, by what a table is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import Http404, QueryDict

from clubs.models import Club, Night, Player
from dogclub.exports.contents import league, matches, night, player, records, sheet
from dogclub.exports.grids.grid import Grid
from games.entries.match_state import MatchState
from leagues.models import Trophy

T = TypeVar("T")


@dataclass(frozen=True)
class Table(Generic[T]):
    """`page` is the route on whose page it stands, `about` says what it holds. `grid` may raise Http404."""

    key: str
    title: str
    about: str
    page: str
    grid: Callable[[T, QueryDict], Grid]


OF_CLUB: Sequence[Table[Club]] = (
    Table(
        "matches", "Matches", "one row a match: when, what, who won, who was at the bottom", "matches", matches.matches
    ),
    Table("results", "Results", "one row a player in a match: total and place", "matches", matches.results),
    Table("standings", "Standings", "the newest season’s table", "standings", league.standings),
    Table("ratings", "Ratings", "the estimated strength of every player", "ratings", league.ratings),
    Table("fame", "Hall of fame", "who won most", "club-records", records.fame),
    Table("records", "Records", "every number worth arguing about", "club-records", records.records),
    Table("called", "Called out", "what was called out how often, and by whom most", "club-records", records.called),
    Table("trophies", "Trophies", "who holds what, since when", "trophies", records.trophies),
    Table("players", "Players", "everybody in the club", "players", league.players),
    Table("nights", "Nights", "past and coming nights, and how many came", "nights", league.nights),
    Table("seasons", "Seasons", "their days, nights and matches", "seasons", league.seasons),
)
OF_PLAYER: Sequence[Table[Player]] = (
    Table("figures", "Overview", "every figure of the page", "player", player.figures),
    Table("statistics", "Statistics", "the tables with bars", "player", player.tables),
    Table("totals", "Totals", "every finished match", "player", player.totals),
    Table("ratings", "Rating", "the rating after each match", "player", player.ratings),
    Table("head-to-head", "Head to head", "everybody they met", "player-versus", player.versus),
    Table("cabinet", "Trophies", "what they held, and how often", "player", player.trophies),
)
OF_NIGHT: Sequence[Table[Night]] = (
    Table("attendance", "Attendance", "who came, when, and who was late", "night", night.attendance),
    Table("tables", "Tables", "who sat where, and the totals", "night", night.tables),
)
OF_TROPHY: Sequence[Table[Trophy]] = (
    Table("chain", "Chain of custody", "everybody who ever held it", "trophy", records.chain),
)
OF_MATCH: Sequence[Table[MatchState]] = (
    Table("sheet", "Sheet", "to type in again: the layout the imports read", "match", sheet.sheet),
    Table("figures", "Figures", "every figure of every round", "match", sheet.figures),
    Table("run", "Score by round", "totals after each round", "match", sheet.run),
    Table("called", "Called out", "what was called out", "match", sheet.called),
    Table("history", "Change history", "every entry and correction", "history", sheet.history),
)


def table_of(tables: Sequence[Table[T]], key: str) -> Table[T]:
    """Raises Http404 for one nobody knows."""
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404
    return table
