"""Drafts for the lines of a short match. Seat 0 deals first."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState
from games.models import Match

NOBODY = Author(None)


def bids(number: int, *of_seats: int, **more: Any) -> Draft:
    """The draft of these bids, in seat order."""
    return Draft("bids", number, {"bids": {str(seat): bid for seat, bid in enumerate(of_seats)}, **more})


def tricks(number: int, *of_seats: int) -> Draft:
    """The draft of these tricks, in seat order."""
    return Draft("tricks", number, {"tricks": {str(seat): taken for seat, taken in enumerate(of_seats)}})


def empty(draft: Draft) -> Draft:
    """The draft that undoes a line."""
    return replace(Draft(draft.kind, draft.number, None), note="")


HAND_1 = (bids(1, 1, 0, 1, 0, 0), tricks(2, 0, 0, 1, 0, 0))
HAND_2 = (bids(3, 0, 0, 1, 0, 0), tricks(4, 1, 0, 1, 0, 0))
HAND_3 = (bids(5, 0, 0, 0, 0, 0), tricks(6, 0, 0, 0, 1, 0))


def fresh(*drafts: Draft) -> list[Draft]:
    """Copies of the drafts with new ids."""
    return [replace(draft, id=Draft(draft.kind, draft.number, None).id) for draft in drafts]


def write(match: Match, *drafts: Draft, version: int | None = None, by: Author = NOBODY) -> ledger.Recorded:
    """Write the drafts against the current version, or against the given one."""
    match.refresh_from_db()
    written = ledger.record(match.pk, drafts, version=match.version if version is None else version, by=by)
    match.refresh_from_db()
    return written


def undo(state: MatchState, *, by: Author = NOBODY, entry_id: uuid.UUID | None = None) -> ledger.Recorded:
    """Undo the last line of this match state, as a tablet that shows it does."""
    last = state.live[-1]
    draft = Draft(last.kind, last.number, None, id=entry_id or uuid.uuid4())
    return ledger.record(state.match.pk, [draft], version=state.match.version, by=by)


def totals(match: Match) -> list[int]:
    return list(match.seats.order_by("position").values_list("total", flat=True))


def rows(match: Match) -> Sequence[tuple[int, int]]:
    """Number and revision of every entry."""
    return list(match.entries.order_by("number", "revision").values_list("number", "revision"))
