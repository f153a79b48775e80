"""One revision of an entry in words, for the history."""

from collections.abc import Sequence
from typing import Any

from games.entries.match_state import MatchState
from games.models import Entry
from games.registry import table_game


def revisions_in_words(state: MatchState, entry: Entry) -> dict[str, Any]:
    """The context of a line in the history; an undo is described by the revision it took back."""
    before = _before(state.history, entry)
    is_undo = entry.payload is None
    is_live = entry in state.live
    return {
        "entry": entry,
        "note": "" if state.hides(entry.kind, entry.payload) else entry.note,
        "is_undo": is_undo,
        "words": _words(state, before if is_undo else entry),
        "before": _words(state, before) if before and not is_undo else "",
        "can_be_taken_back": is_live and entry != state.live[-1],
    }


def _before(history: Sequence[Entry], entry: Entry) -> Entry | None:
    """The last earlier revision of the line that was not an undo, or None."""
    line = [each for each in history if each.number == entry.number and each.revision < entry.revision]
    return next((each for each in reversed(line) if each.payload is not None), None)


def _words(state: MatchState, entry: Entry | None) -> str:
    return table_game(state.match.game).entry_in_words(state, entry.kind, entry.payload) if entry else ""
