"""Which entries belong to which round: an entry belongs to the line of the sheet that was open when it was written."""

from collections.abc import Callable

from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.base import Line, Sheet

ENDING = -1  # instead of a round number: entries that settle the end
Ended = Callable[[Sheet], bool]


def never(_sheet: Sheet) -> bool:
    """Return False, for a game that needs no entry after its last round."""
    return False


def entries_of(state: MatchState, number: int, ended: Ended = never) -> list[Entry]:
    """Return the current entries of a round, in order; `ended` says for a sheet that no further round is open."""
    return [entry for entry, line in _lines(state, ended) if line == number]


def last_line_of(state: MatchState, number: int, ended: Ended = never) -> int:
    """Return the last line number a round can have entries on: the one before the first of the next round."""
    later = [entry.number for entry, line in _lines(state, ended) if line > number or line == ENDING]
    return min(later, default=state.next_number) - 1


def line_of(state: MatchState, number: int) -> Line | None:
    """Return the scored round of this number (from 1), or None."""
    lines = state.sheet.lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def _lines(state: MatchState, ended: Ended) -> list[tuple[Entry, int]]:
    """Pairs of entry and round number, `ENDING` for entries after the last round."""
    sheet: Sheet = state.engine.start(state.match.start_seats, state.options)
    lines = []
    for entry in state.live:
        lines.append((entry, ENDING if ended(sheet) else len(sheet.lines) + 1))
        sheet = state.engine.play(sheet, read(state.engine, entry))
    return lines
