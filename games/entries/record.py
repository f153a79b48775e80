"""The open record of a match: its entries by names, and who took over which seat."""

from typing import Any

from games.entries.match_state import MatchState, read
from scoring.record_format.parts import Substitute
from scoring.records import to_record


def open_record(state: MatchState) -> dict[str, Any]:
    """The record of a match, without what nobody may see yet. Raises RuleError."""
    entries = [read(state.engine, entry) for entry in state.shown]
    substitutes = [
        Substitute(state.names[row.position], row.player.label, row.instead_of.label, row.number)
        for row in state.substitutes.rows
    ]
    return to_record(state.engine, state.names, state.match.start_seats, state.options, entries, substitutes)
