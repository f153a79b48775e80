"""The table’s page: the screen that it shows, parsing its forms, and the data for a tablet without network."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from games.base.display import Screen
from games.dirty_dog.entry import bids, result, tricks
from games.dirty_dog.entry.entry_rows import EntryRow, Head, Key, Meter, scored_just_now, taps
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
        return Screen("games/dirty_dog/result.html", {**result.result(state), "blank": BLANK})
    return Screen("games/dirty_dog/waiting.html", {"sheet": state.sheet_as(DirtyDogSheet)})


def _shows_last(state: MatchState, step: BidStep, form: QueryDict) -> bool:
    """Whether the hand just scored has the page: it was asked for, or the club wants it before the next hand."""
    if scored_just_now(state.sheet_as(DirtyDogSheet)) is None or taps(form):
        return False
    goes_on = "half" in form or form.get("hand") == str(step.number)
    return "recap" in form or (state.match.club.recap_page and not goes_on)


BLANK: Mapping[str, Any] = {
    "kind": "tricks",
    "head": Head(1, 2, 2, "", "", "", "taps"),
    "meter": Meter(0, "", [], "", ""),
    "row": EntryRow(0, "", "", 0, "", [Key(0, "taps")]),
}
