"""Tonight's tables in a line or two each: where a match stands, and who leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.base.names import listed, shortened
from games.base.titles import game_name, in_words, table_of
from games.entries.match_state import MatchState
from games.models import Match, Seat
from games.registry import table_game
from games.sheets.text import minus


@dataclass(frozen=True)
class Table:
    """One of tonight's matches: where it stands, and who leads."""

    match: Match
    name: str
    game: str
    state: str
    news: str


def table_line(state: MatchState, waits: str = "") -> Table:
    """`waits` is what a complete sheet waits for."""
    match, progress = state.match, waits or table_game(state.match.game).display.state(state)
    name = table_of(match) or _company(shortened(state.names))
    return Table(match, name[:1].upper() + name[1:], game_name(match), progress, _news(state))


def _company(names: Sequence[str]) -> str:
    """Everybody by name, up to three."""
    return listed(names) if len(names) <= 3 else listed([*names[:2], "others"])


def _news(state: MatchState) -> str:
    sheet, names = state.sheet, shortened(state.names)
    if not sheet.lines:
        return f"No {table_game(state.match.game).display.round_word} is scored yet."
    if sheet.winners:
        won = f"{listed(names[seat] for seat in sheet.winners)} won with {minus(sheet.totals[sheet.winners[0]])}."
        return won if not sheet.losers else f"{won} {listed(names[seat] for seat in sheet.losers)} lost."
    top, low = sheet.lines[-1].leaders, sheet.lines[-1].bottom
    if len(top) == len(names):
        return f"Everybody is at {minus(sheet.totals[top[0]])}."
    lead = f"{listed(names[seat] for seat in top)} {'leads' if len(top) == 1 else 'lead'}"
    trail = f"{listed(names[seat] for seat in low)} {'is' if len(low) == 1 else 'are'}"
    return f"{lead} with {minus(sheet.totals[top[0]])}. {trail} at {minus(sheet.totals[low[0]])}."


def who(tonight: Sequence[Match], seats: dict[UUID, list[Seat]]) -> str:
    """`Ten dogs, two tables`."""
    dogs = len({seat.player_id for match in tonight for seat in seats[match.pk]})
    tables = "table" if len(tonight) == 1 else "tables"
    return f"{in_words(dogs)} dogs, {in_words(len(tonight))} {tables}".capitalize()
