"""Which entries belong to which hand."""

from typing import cast

from games.base.entry import round_entries
from games.entries.match_state import MatchState
from games.models import Entry
from scoring.base import Sheet
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet


def entries_of(state: MatchState, number: int) -> list[Entry]:
    """The standing entries of a round (from 1): arrivals and leavers before it, bids, tricks."""
    return round_entries.entries_of(state, number, _ended)


def last_line_of(state: MatchState, number: int) -> int:
    """The last entry number that can belong to the round."""
    return round_entries.last_line_of(state, number, _ended)


def line_of(state: MatchState, number: int) -> DirtyDogLine | None:
    """The scored line of this round; None where there is none yet."""
    return cast(DirtyDogLine | None, round_entries.line_of(state, number))


def hand_of(state: MatchState, number: int) -> int:
    """The hand of the plan that a round belongs to; a void hand is dealt again under the same hand number."""
    line = line_of(state, number)
    return line.hand if line else state.sheet_as(DirtyDogSheet).hand + 1


def _ended(sheet: Sheet) -> bool:
    return cast(DirtyDogSheet, sheet).ending is not None
