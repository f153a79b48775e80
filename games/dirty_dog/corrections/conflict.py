"""The rows of a conflict page: what this tablet sent beside the entry that stands, player by player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.language.figures import signed
from games.base.entry.names import shortened
from games.base.table_game import Difference
from games.dirty_dog.display.cards import trump_in_words
from games.dirty_dog.entry.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read
from games.models import Entry
from scoring.dirty_dog import Bids, Tricks
from scoring.dirty_dog.hands.hand import points
from scoring.records import entry_from_json

Figures = Mapping[int, int]


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Return the rows that compare the draft with the standing entry; [] where they say the same. Bids and tricks are
    compared seat by seat with their sum, any other entry in words.
    """
    if draft.payload is None or entry.payload is None or draft.kind != entry.kind:
        return [Difference("", _words(state, draft), _words(state, entry))]
    mine, theirs = entry_from_json(state.engine, draft.kind, draft.payload), read(state.engine, entry)
    if mine == theirs:
        return []
    before: Any = fold(state, [each for each in state.live if each.number < entry.number])
    names, hand = shortened(state.names), before.hand + 1
    if isinstance(mine, Bids):
        what, none = _("Hand {hand}, trump").format(hand=hand), _("none said")
        trump = Difference(what, trump_in_words(mine.trump) or none, trump_in_words(theirs.trump) or none, _("Trump"))
        rows = _rows(_("Hand {hand}, {player}’s bid"), hand, names, mine.bids, theirs.bids)
        total = _sum(_("Hand {hand}, bids").format(hand=hand), _("Bid"), before.cards, mine.bids, theirs.bids)
        return [*rows, *[trump] * trump.differs, total]
    if isinstance(mine, Tricks):
        rows = _rows(_("Hand {hand}, {player}’s tricks"), hand, names, mine.tricks, theirs.tricks, before.bids)
        what = _("Hand {hand}, tricks").format(hand=hand)
        return [*rows, _sum(what, _("Tricks"), before.cards, mine.tricks, theirs.tricks, must_fit=True)]
    return [Difference("", _words(state, draft), _words(state, entry))]


def _words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return _("undone")
    return entry_in_words(state, written.kind, written.payload)


def _rows(
    what: str, hand: int, names: Sequence[str], mine: Figures, theirs: Figures, bids: Figures | None = None
) -> list[Difference]:
    """Return one row per seat, in seat order; `bids` are the bids of the hand where tricks are compared, to note their
    result.
    """
    # An unknown seat is named by its number: the ledger found the conflict before the engine could refuse the draft.
    whose = {
        seat: names[seat] if seat < len(names) else _("seat {number}").format(number=seat)
        for seat in mine.keys() | theirs.keys()
    }
    return [
        Difference(
            what.format(hand=hand, player=whose[seat]),
            str(mine.get(seat, _("nothing"))),
            str(theirs.get(seat, _("nothing"))),
            whose[seat],
            _("bid {bid}").format(bid=bids[seat]) if bids and seat in bids else "",
            (_result(seat, bids, mine), _result(seat, bids, theirs)),
        )
        for seat in sorted(whose)
    ]


def _result(seat: int, bids: Figures | None, tricks: Figures) -> str:
    """`made, +5`, `set, −1`; "" where the bid or the tricks are unknown."""
    if not bids or seat not in bids or seat not in tricks:
        return ""
    bid, took = bids[seat], tricks[seat]
    words = _("made, {points}") if bid == took else _("set, {points}")
    return words.format(points=signed(points(bid, took)))


def _sum(what: str, name: str, cards: int, mine: Figures, theirs: Figures, *, must_fit: bool = False) -> Difference:
    ours, others = sum(mine.values()), sum(theirs.values())
    fits = (ours == cards, others == cards) if must_fit else None
    of = _("{count} of {all}")
    mine_of, theirs_of = (of.format(count=each, all=cards) for each in (ours, others))
    return Difference(what, mine_of, theirs_of, name, is_sum=True, fits=fits)
