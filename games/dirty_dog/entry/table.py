"""Chooses the screen that the table’s page shows."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from games.base.display import Screen
from games.dirty_dog.entry import bids, tricks
from games.dirty_dog.entry.entry_rows import EntryRow, Head, Key, Meter, taps
from games.dirty_dog.entry.result import result
from games.entries.match_state import MatchState
from scoring.dirty_dog import BidStep, DirtyDogSheet, TrickStep, next_step


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page: bidding, tricks, the result of the last hand, or a page to wait for more players."""
    step = next_step(state.sheet_as(DirtyDogSheet))
    if isinstance(step, TrickStep):
        shown = bids.revision(state, step) if "revise" in form else tricks.screen(state, step, form)
        return Screen("games/dirty_dog/entry.html", {"table": shown, "blank": BLANK})
    if isinstance(step, BidStep) and not _shows_last(state, step, form):
        return Screen("games/dirty_dog/entry.html", {"table": bids.screen(state, step, form), "blank": BLANK})
    if any(not line.void for line in state.sheet_as(DirtyDogSheet).lines):
        return Screen("games/dirty_dog/result.html", {**result(state), "blank": BLANK})
    return Screen("games/dirty_dog/waiting.html", {"sheet": state.sheet_as(DirtyDogSheet)})


def _shows_last(state: MatchState, step: Any, form: QueryDict) -> bool:
    """Whether the last entry scored a hand and the next one has not been opened. A player who joined or left since then
    belongs to the next hand.
    """
    sheet = state.sheet_as(DirtyDogSheet)
    is_scored = bool(sheet.lines) and not sheet.lines[-1].void and not sheet.in_hand and not sheet.joined_or_left
    return is_scored and form.get("hand") != str(step.number) and not taps(form)


BLANK: Mapping[str, Any] = {
    "kind": "tricks",
    "head": Head(1, 2, 2, "", "", "", "taps"),
    "meter": Meter(0, "", [], "", ""),
    "row": EntryRow(0, "", "", 0, "", [Key(0, "taps")]),
}
