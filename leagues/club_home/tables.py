"""Tonight's tables in one or two lines each: the state of the match, and who leads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.capitals import capital
from clubs.language.figures import minus
from games.base.entry.names import listed, shortened
from games.base.entry.round_words import nothing_scored
from games.base.results import counts
from games.base.results.titles import game_name, table_of
from games.entries.match_state import MatchState
from games.models import Match, Seat
from games.registry import table_game
from leagues.nights.wording import tables_at_once


@dataclass(frozen=True)
class Table:
    """A match of tonight: `state` is its progress, `news` who leads or has won, `go_on` the label of the button that
    continues ("" if none).
    """

    match: Match
    name: str
    game: str
    state: str
    news: str
    go_on: str


def table_line(state: MatchState, waits: str = "") -> Table:
    """Return the table; `waits` says what a complete sheet waits for."""
    match, display = state.match, table_game(state.match.game).display
    name = table_of(match) or _players_in_words(shortened(state.names))
    progress, go_on = waits or display.state(state), display.go_on(state) if match.is_open and not waits else ""
    return Table(match, capital(name), game_name(match), progress, _news(state), go_on)


def _players_in_words(names: Sequence[str]) -> str:
    """Return up to three names; of more, two names and “others”."""
    return listed(names) if len(names) <= 3 else listed([*names[:2], _("others")])


def _news(state: MatchState) -> str:
    sheet, names = state.sheet, shortened(state.names)
    if not sheet.lines:
        return nothing_scored(table_game(state.match.game).display.round_word)
    if sheet.winners:
        words = _("{names} won with {points}.")
        won = words.format(names=_named(names, sheet.winners), points=minus(sheet.totals[sheet.winners[0]]))
        lost = _("{names} lost.") if state.match.for_trophy else _("{names} came last.")  # only of this table
        return f"{won} {lost.format(names=_named(names, sheet.losers))}" if sheet.losers else won
    top, low = sheet.lines[-1].leaders, sheet.lines[-1].bottom
    if len(top) == len(names):
        return _("Everybody is at {points}.").format(points=minus(sheet.totals[top[0]]))
    first = ngettext("{names} was first with {points}.", "{names} were level at the top with {points}.", len(top))
    last = _("{names} ended at {points}.")  # a group or a losers' table has no winner
    if state.match.is_open:
        first = ngettext("{names} leads with {points}.", "{names} lead with {points}.", len(top))
        last = ngettext("{names} is at {points}.", "{names} are at {points}.", len(low))
    lead = first.format(names=_named(names, top), points=minus(sheet.totals[top[0]]))
    return f"{lead} {last.format(names=_named(names, low), points=minus(sheet.totals[low[0]]))}"


def _named(names: Sequence[str], seats: Iterable[int]) -> str:
    return listed(names[seat] for seat in seats)


def who(tonight: Sequence[Match], seats: dict[UUID, list[Seat]]) -> str:
    """Return `Ten dogs, two tables`."""
    dogs, tables = len({seat.player_id for match in tonight for seat in seats[match.pk]}), tables_at_once(tonight)
    return capital(f"{counts.dogs(dogs)}, {counts.tables(tables)}")
