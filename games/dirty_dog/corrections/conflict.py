"""Where what this tablet sent and what stands already differ, figure by figure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base.names import shortened
from games.base.table_game import Difference
from games.dirty_dog.entry.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read
from games.models import Entry
from scoring.dirty_dog import Bids, Tricks
from scoring.records import entry_from_json


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    if draft.payload is None or entry.payload is None or draft.kind != entry.kind:
        return [Difference("", _words(state, draft), _words(state, entry))]
    mine, theirs = entry_from_json(state.engine, draft.kind, draft.payload), read(state.engine, entry)
    names, hand = shortened(state.names), _hand(state, entry)
    if isinstance(mine, Bids):
        suits = [Difference(f"{hand}, trump", mine.trump or "none said", theirs.trump or "none said")]
        return [*_differing(hand, names, mine.bids, theirs.bids, "bid"), *suits * (mine.trump != theirs.trump)]
    if isinstance(mine, Tricks):
        return _differing(hand, names, mine.tricks, theirs.tricks, "tricks")
    return [Difference("", _words(state, draft), _words(state, entry))] * (mine != theirs)


def _words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return "undone"
    return entry_in_words(state, written.kind, written.payload)


def _hand(state: MatchState, entry: Entry) -> str:
    """The hand this entry belongs to."""
    before: Any = fold(state, [each for each in state.live if each.number < entry.number])
    return f"Hand {before.hand + 1}"


def _differing(
    hand: str, names: Sequence[str], mine: Mapping[int, Any], theirs: Mapping[int, Any], word: str
) -> list[Difference]:
    # A seat nobody sits on is named by its number: the ledger has said no before the game could.
    whose = {seat: names[seat] if seat < len(names) else f"seat {seat}" for seat in mine.keys() | theirs.keys()}
    return [
        Difference(f"{hand}, {whose[seat]}’s {word}", str(mine.get(seat, "nothing")), str(theirs.get(seat, "nothing")))
        for seat in sorted(mine.keys() | theirs.keys())
        if mine.get(seat) != theirs.get(seat)
    ]
