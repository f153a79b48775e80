"""The result in words for the finish page, and the games one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from games.base.display import Screen
from games.base.results.finish import Finish, behind, margin
from games.clash_of_corgis.display.standing import ending
from games.clash_of_corgis.series import sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisSheet

SHOWN = 7  # the last games of a long series


@dataclass(frozen=True)
class Row:
    """One player: per game (whether it was won, the cards left or None where they were not counted), and the cards left
    in all games.
    """

    name: str
    games: Sequence[tuple[bool, int | None]]
    left: int | None


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with a table of the last
    games.
    """
    sheet, names = sheet_of(state), short_of(state)
    order = [seat for rank in state.engine.ranks(sheet) for seat in rank.seats]
    lines = sheet.lines[-SHOWN:]
    rows = [
        Row(
            names[seat],
            [(line.winner == seat, line.cards_left.get(seat)) for line in lines],
            None if sheet.cards_left is None else sheet.cards_left[seat],
        )
        for seat in order
    ]
    context = {
        "rows": rows,
        "numbers": [line.number for line in lines],
        "has_earlier": len(lines) < len(sheet.lines),
        "has_left": sheet.cards_left is not None,
    }
    reasons = {seat: _reason(sheet, seat, words) for seat, words in behind(state).items()}
    return Finish(margin(state, "game"), ending(state), reasons, Screen("games/clash_of_corgis/finish.html", context))


def _reason(sheet: CorgisSheet, seat: int, words: str) -> str:
    if sheet.cards_left is None:
        return words
    cards = sheet.cards_left[seat]
    left = ngettext("{count} card left in all games.", "{count} cards left in all games.", cards).format(count=cards)
    return f"{words} {left}".strip()
