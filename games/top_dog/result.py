"""The table’s last screen: who won, and what the last round brought."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from games.base.entry.hidden_forms import undo_label
from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from games.top_dog.ending import notes_on_ending, verdict
from games.top_dog.round_wording import ROUNDS
from scoring.top_dog import TopDogSheet


@dataclass(frozen=True)
class Scored:
    """One player’s row of the result: the last round, and the total."""

    name: str
    won: int
    against: int | None
    points: int
    total: int
    mark: str


def result(state: MatchState) -> dict[str, Any]:
    """Return the context of the screen."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    line = sheet.lines[-1]
    rows = [
        Scored(
            state.names[seat],
            line.won[seat],
            line.against.get(seat),
            line.points[seat],
            line.totals[seat],
            "top" if seat in line.leaders else "",
        )
        for seat in sheet.active_seats
    ]
    return {
        "headline": verdict(sheet, names),
        "summary": " ".join(notes_on_ending(sheet, names)) or _played(line.number),
        "scored": rows,
        "dummy": line.dummy,
        "number": line.number,
        "undo": undo_label(ROUNDS.last_step(state)),
    }


def _played(rounds: int) -> str:
    return ngettext("{count} round played.", "{count} rounds played.", rounds).format(count=rounds)
