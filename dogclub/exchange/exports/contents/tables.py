"""The lists of all tables that can be exported, by what they are about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import Http404, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club, Night, Player
from dogclub.exchange.exports.contents import league, matches, player, sheet
from dogclub.exchange.exports.grids.grid import Grid
from games.entries.match_state import MatchState
from leagues.models import Trophy

T = TypeVar("T")


@dataclass(frozen=True)
class Table(Generic[T]):
    """An exported table. `page` is the route of the page that shows it, `about` describes it. `grid` may raise
    Http404.
    """

    key: str
    title: str | Promise
    about: str | Promise
    page: str
    grid: Callable[[T, QueryDict], Grid]


OF_CLUB: Sequence[Table[Club]] = (
    Table(
        "matches",
        _("Matches"),
        _("one row a match: when, what, who won, who was at the bottom"),
        "matches",
        matches.matches,
    ),
    Table("results", _("Results"), _("one row a player in a match: total and place"), "matches", matches.results),
    Table("standings", _("Standings"), _("the newest season’s table"), "standings", league.standings),
    Table("ratings", _("Ratings"), _("the estimated strength of every player"), "ratings", league.ratings),
    Table("fame", _("Hall of fame"), _("who won most"), "club-records", league.fame),
    Table("records", _("Records"), _("every number worth arguing about"), "club-records", league.records),
    Table(
        "called", _("Called out"), _("what was called out how often, and by whom most"), "club-records", league.called
    ),
    Table("trophies", _("Trophies"), _("who holds what, since when"), "trophies", league.trophies),
    Table("players", _("Players"), _("everybody in the club"), "players", league.players),
    Table("nights", _("Nights"), _("past and coming nights, and how many came"), "nights", league.nights),
    Table("seasons", _("Seasons"), _("their days, nights and matches"), "seasons", league.seasons),
)
OF_PLAYER: Sequence[Table[Player]] = (
    Table("figures", _("Overview"), _("every figure of the page"), "player", player.figures),
    Table("statistics", _("Statistics"), _("the tables with bars"), "player", player.player_tables),
    Table("totals", _("Totals"), _("every finished match"), "player", player.totals),
    Table("ratings", _("Rating"), _("the rating after each match"), "player", player.ratings),
    Table("head-to-head", _("Head to head"), _("everybody they met"), "player-versus", player.versus),
    Table("cabinet", _("Trophies"), _("what they held, and how often"), "player", player.trophies),
)
OF_NIGHT: Sequence[Table[Night]] = (
    Table("attendance", _("Attendance"), _("who came, when, and who was late"), "night", player.attendance),
    Table("tables", pgettext_lazy("of data", "Tables"), _("who sat where, and the totals"), "night", player.of_night),
)
OF_TROPHY: Sequence[Table[Trophy]] = (
    Table("chain", _("Chain of custody"), _("everybody who ever held it"), "trophy", league.chain),
)
OF_MATCH: Sequence[Table[MatchState]] = (
    Table("sheet", _("Sheet"), _("to type in again: the layout the imports read"), "match", sheet.sheet),
    Table("figures", _("Figures"), _("every figure of every round"), "match", sheet.figures),
    Table("run", _("Score by round"), _("totals after each round"), "match", sheet.run),
    Table("called", _("Called out"), _("what was called out"), "match", sheet.called),
    Table("history", _("Change history"), _("every entry and correction"), "history", sheet.history),
)


def table_of(tables: Sequence[Table[T]], key: str) -> Table[T]:
    """Return a table by its key. Raise Http404 if there is none."""
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404
    return table
