"""What this tablet sent beside what stands already, player by player."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base.entry.names import shortened
from games.base.table_game import Difference
from games.dirty_dog.entry.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read
from games.models import Entry
from games.sheets.text import signed
from scoring.dirty_dog import Bids, Tricks
from scoring.dirty_dog.hands.hand import points
from scoring.records import entry_from_json

Figures = Mapping[int, int]


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Bids and tricks with all rows and their sum, anything else in words."""
    if draft.payload is None or entry.payload is None or draft.kind != entry.kind:
        return [Difference("", _words(state, draft), _words(state, entry))]
    mine, theirs = entry_from_json(state.engine, draft.kind, draft.payload), read(state.engine, entry)
    if mine == theirs:
        return []
    before: Any = fold(state, [each for each in state.live if each.number < entry.number])
    names, hand = shortened(state.names), f"Hand {before.hand + 1}"
    if isinstance(mine, Bids):
        trump = Difference(f"{hand}, trump", mine.trump or "none said", theirs.trump or "none said", "Trump")
        rows = _rows(f"{hand}, {{}}’s bid", names, mine.bids, theirs.bids)
        return [*rows, *[trump] * trump.differs, _sum(f"{hand}, bids", "Bid", before.cards, mine.bids, theirs.bids)]
    if isinstance(mine, Tricks):
        rows = _rows(f"{hand}, {{}}’s tricks", names, mine.tricks, theirs.tricks, before.bids)
        return [*rows, _sum(f"{hand}, tricks", "Tricks", before.cards, mine.tricks, theirs.tricks, must_fit=True)]
    return [Difference("", _words(state, draft), _words(state, entry))]


def _words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return "undone"
    return entry_in_words(state, written.kind, written.payload)


def _rows(
    what: str, names: Sequence[str], mine: Figures, theirs: Figures, bids: Figures | None = None
) -> list[Difference]:
    """In seat order; with the bids, what came of them under the tricks."""
    # A seat nobody sits on is named by its number: the ledger has said no before the game could.
    whose = {seat: names[seat] if seat < len(names) else f"seat {seat}" for seat in mine.keys() | theirs.keys()}
    return [
        Difference(
            what.format(whose[seat]),
            str(mine.get(seat, "nothing")),
            str(theirs.get(seat, "nothing")),
            whose[seat],
            f"bid {bids[seat]}" if bids and seat in bids else "",
            (_came_of(seat, bids, mine), _came_of(seat, bids, theirs)),
        )
        for seat in sorted(whose)
    ]


def _came_of(seat: int, bids: Figures | None, tricks: Figures) -> str:
    """`made, +5`, `set, −1`."""
    if not bids or seat not in bids or seat not in tricks:
        return ""
    bid, took = bids[seat], tricks[seat]
    return f"{'made' if bid == took else 'set'}, {signed(points(bid, took))}"


def _sum(what: str, name: str, cards: int, mine: Figures, theirs: Figures, *, must_fit: bool = False) -> Difference:
    ours, others = sum(mine.values()), sum(theirs.values())
    fits = (ours == cards, others == cards) if must_fit else None
    return Difference(what, f"{ours} of {cards}", f"{others} of {cards}", name, is_sum=True, fits=fits)
