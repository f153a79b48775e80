"""Tonight's tables in a line or two each: where a match stands, and who leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from games.base.entry.names import listed, shortened
from games.base.results.titles import game_name, in_words, table_of
from games.entries.match_state import MatchState
from games.models import Match, Seat
from games.registry import table_game
from games.sheets.text import minus
from leagues.nights.wording import tables_at_once


@dataclass(frozen=True)
class Table:
    """One of tonight's matches: where it stands, and who leads."""

    match: Match
    name: str
    game: str
    state: str
    news: str
    go_on: str


def table_line(state: MatchState, waits: str = "") -> Table:
    """`waits` is what a complete sheet waits for."""
    match, display = state.match, table_game(state.match.game).display
    name = table_of(match) or _players_in_words(shortened(state.names))
    progress, go_on = waits or display.state(state), display.go_on(state) if match.is_open and not waits else ""
    return Table(match, name[:1].upper() + name[1:], game_name(match), progress, _news(state), go_on)


def _players_in_words(names: Sequence[str]) -> str:
    """Everybody by name, up to three."""
    return listed(names) if len(names) <= 3 else listed([*names[:2], "others"])


def _news(state: MatchState) -> str:
    sheet, names = state.sheet, shortened(state.names)
    if not sheet.lines:
        return f"No {table_game(state.match.game).display.round_word} is scored yet."
    if sheet.winners:
        won = f"{listed(names[seat] for seat in sheet.winners)} won with {minus(sheet.totals[sheet.winners[0]])}."
        lost = "lost" if state.match.for_trophy else "came last"  # in a play-off somebody else may have lost
        return won if not sheet.losers else f"{won} {listed(names[seat] for seat in sheet.losers)} {lost}."
    top, low = sheet.lines[-1].leaders, sheet.lines[-1].bottom
    if len(top) == len(names):
        return _("Everybody is at {points}.").format(points=minus(sheet.totals[top[0]]))
    if state.match.is_open:
        first, last = ("leads" if len(top) == 1 else "lead"), ("is" if len(low) == 1 else "are")
    else:  # a group, or a losers' table: nobody has won it
        first, last = ("was first" if len(top) == 1 else "were level at the top"), "ended"
    lead, trail = f"{listed(names[seat] for seat in top)} {first}", f"{listed(names[seat] for seat in low)} {last}"
    return f"{lead} with {minus(sheet.totals[top[0]])}. {trail} at {minus(sheet.totals[low[0]])}."


def who(tonight: Sequence[Match], seats: dict[UUID, list[Seat]]) -> str:
    """`Ten dogs, two tables`."""
    dogs, tables = len({seat.player_id for match in tonight for seat in seats[match.pk]}), tables_at_once(tonight)
    return f"{in_words(dogs)} dogs, {in_words(tables)} {'table' if tables == 1 else 'tables'}".capitalize()
