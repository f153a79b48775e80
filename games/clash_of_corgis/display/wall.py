"""The wall board: games won in seat order, the current game, the result of the last one, and a strip of the series."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.clash_of_corgis.series import of_games, sheet_of, short_of
from games.clash_of_corgis.table import MOST_PIPS
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisLine, CorgisSheet

STRIP = 7  # games the strip has room for


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `pips` are (whether the game is won, x coordinate in pixels) for each game needed
    to win the series.
    """

    name: str
    sub: str
    wins: int
    is_top: bool
    pips: Sequence[tuple[bool, int]]
    width: int

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = sheet_of(state), short_of(state)
    line = sheet.lines[-1] if sheet.lines else None
    context: dict[str, Any] = {
        "rows": [_wall_row(state, sheet, line, seat) for seat in sheet.active_seats],
        "line": line,
        "number": sheet.number,
        "of_games": of_games(sheet, sheet.number),
        "first_to": _("First to {wins}").format(wins=in_words(sheet.to_win)),
        "starts": "" if sheet.starter is None else names[sheet.starter],
        "winners": [names[seat] for seat in sheet.winners],
        "is_over": not state.match.is_open,
        "won": names[line.winner] if line else "",
        "left": _left(line, names),
        **_strip(sheet, names),
    }
    return Screen("games/clash_of_corgis/wall.html", context)


def _wall_row(state: MatchState, sheet: CorgisSheet, line: CorgisLine | None, seat: int) -> WallRow:
    sub = _("starts") if seat == sheet.starter and state.match.is_open else ""
    pips = [(at < sheet.totals[seat], 26 * at + 2) for at in range(sheet.to_win)] if sheet.to_win <= MOST_PIPS else []
    is_top = line is not None and seat in line.leaders
    return WallRow(state.names[seat], sub, sheet.totals[seat], is_top, pips, 26 * len(pips) + 2)


def _left(line: CorgisLine | None, names: Sequence[str]) -> str:
    """Return the cards left in the last game: “Left in hand: Percy 4 and Gus 3.”; "" where none were counted."""
    counted = [(seat, cards) for seat, cards in line.cards_left.items() if cards] if line else []
    if not counted:
        return ""
    cards_left = listed(f"{names[seat]} {cards}" for seat, cards in counted)
    return _("Left in hand: {cards}.").format(cards=cards_left)


def _strip(sheet: CorgisSheet, names: Sequence[str]) -> dict[str, Any]:
    """Return the last games as a table: the winner of each, and the cards of the others."""
    shown = sheet.lines[-STRIP:]
    rows = [(names[seat], [_mark(line, seat) for line in shown]) for seat in sheet.active_seats] if shown else []
    return {"games": [line.number for line in shown], "strip": rows}


def _mark(line: CorgisLine, seat: int) -> tuple[bool, str]:
    return seat == line.winner, str(line.totals[seat]) if seat == line.winner else str(line.cards_left.get(seat, "·"))
