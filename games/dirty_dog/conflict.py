"""Where what this tablet sent and what stands already differ, figure by figure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base.names import shortened
from games.base.table_game import Difference
from games.dirty_dog.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read
from games.models import Entry
from scoring.dirty_dog import Bids, Tricks
from scoring.records import entry_from_json


def differences(book: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    if draft.payload is None or entry.payload is None or draft.kind != entry.kind:
        return [Difference("", _words(book, draft), _words(book, entry))]
    mine, theirs = entry_from_json(book.engine, draft.kind, draft.payload), read(book.engine, entry)
    names, hand = shortened(book.names), _hand(book, entry)
    if isinstance(mine, Bids):
        suits = [Difference(f"{hand}, trump", mine.trump or "none said", theirs.trump or "none said")]
        return [*_differing(hand, names, mine.bids, theirs.bids, "bid"), *suits * (mine.trump != theirs.trump)]
    if isinstance(mine, Tricks):
        return _differing(hand, names, mine.tricks, theirs.tricks, "tricks")
    return [Difference("", _words(book, draft), _words(book, entry))] * (mine != theirs)


def _words(book: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return "taken back"
    return entry_in_words(book, written.kind, written.payload)


def _hand(book: MatchState, entry: Entry) -> str:
    """The hand this entry belongs to."""
    before: Any = fold(book, [each for each in book.live if each.number < entry.number])
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
