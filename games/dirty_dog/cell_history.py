"""The history of one cell: each write that changed a player’s bid or tricks in a hand, newest first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus, signed
from games.base.names import shortened
from games.base.table_game import UNDO, Cell, CellChange, Difference, noted
from games.dirty_dog.correction import last_line_of, line_of
from games.dirty_dog.sheet import trump_in_words
from games.dirty_dog.wording import cards as so_many_cards
from games.dirty_dog.wording import entry_in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, fold, read, standing
from games.models import Entry
from scoring.base import RuleError
from scoring.dirty_dog import Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.hand import points
from scoring.records import entry_from_json

TO_BID = (
    gettext_lazy("First to bid."),
    gettext_lazy("Second to bid."),
    gettext_lazy("Third to bid."),
    gettext_lazy("Fourth to bid."),
    gettext_lazy("Fifth to bid."),
    gettext_lazy("Sixth to bid."),
    gettext_lazy("Seventh to bid."),
    gettext_lazy("Eighth to bid."),
    gettext_lazy("Ninth to bid."),
    gettext_lazy("Tenth to bid."),
)

FIGURES = re.compile(r"(\{(?:now|before)\})")


@dataclass(frozen=True)
class State:
    """The values of the cell after one write, and the winners of the match at that time; `place` says how the seat bid
    while the hand is open.
    """

    bid: int | None = None
    took: int | None = None
    points: int | None = None
    winners: tuple[int, ...] = ()
    place: str = ""


def cell(state: MatchState, number: int, seat: int) -> Cell | None:
    """Return the history of one cell; None if the seat has no cell in this round."""
    if number < 1:
        return None
    sheet, line = state.sheet_as(DirtyDogSheet), line_of(state, number)
    changes = list(_changes(state, number, seat))
    order = line.order if line else sheet.order if number == sheet.number and sheet.ending is None else ()
    if seat not in order and not changes:
        return None
    names = shortened(state.names)
    hand, cards, dealer = _about(sheet, line)
    words = _("{cards}. {player} dealt.") if line else _("{cards}. {player} deals.")
    lead, title = words.format(cards=so_many_cards(cards), player=names[dealer]), _("{player}, hand {number}")
    return Cell(title.format(player=names[seat], number=hand), lead, _figures(sheet, line, number, seat), changes[::-1])


def _about(sheet: DirtyDogSheet, line: DirtyDogLine | None) -> tuple[int, int, int]:
    if line:
        return line.hand, line.cards, line.dealer
    return sheet.hand + 1, sheet.cards, sheet.dealer


def _figures(sheet: DirtyDogSheet, line: DirtyDogLine | None, number: int, seat: int) -> list[tuple[str, str]]:
    if line is None:
        bids = sheet.bids if number == sheet.number else {}
        return [(_("bid"), str(bids[seat]))] if seat in bids else []
    if line.void:
        return [(_("bid, void"), str(line.bids[seat]))] if seat in line.bids else []
    return [
        (_("bid"), str(line.bids[seat])),
        (_("took"), str(line.tricks[seat])),
        (_("points"), signed(line.points[seat])),
        (_("total after"), minus(line.totals[seat])),
    ]


def _changes(state: MatchState, number: int, seat: int) -> Iterator[CellChange]:
    """Yield the changes, oldest first. Each write is a version of the match; the sheet after it is replayed."""
    before, bid, took = State(), None, None
    last: Entry | None = None
    until = last_line_of(state, number)
    writes = groupby(
        sorted(state.history, key=lambda entry: (entry.version, entry.number)), lambda entry: entry.version
    )
    for version, group in writes:
        entries = list(group)
        if all(entry.number > until for entry in entries):
            continue
        now = _state(state, version, number, seat)
        if (now.bid, now.took) != (before.bid, before.took):
            entry = _writer(entries, now, before)
            if before.took is not None and now.took is not None:
                before = replace(before, winners=_state(state, version - 1, number, seat).winners)
            yield CellChange(entry, _words(before, now, bid, took), _note(entry, before, now, last))
            last = entry
        bid, took = (now.bid if now.bid is not None else bid), (now.took if now.took is not None else took)
        before = now


def _state(state: MatchState, version: int, number: int, seat: int) -> State:
    entries = standing([entry for entry in state.history if entry.version <= version])
    try:
        sheet: Any = fold(state, entries)
    except RuleError:
        return State()
    winners = sheet.winners
    if len(sheet.lines) >= number:
        line: DirtyDogLine = sheet.lines[number - 1]
        points = None if line.void else line.points.get(seat)
        return State(line.bids.get(seat), line.tricks.get(seat), points, winners)
    if len(sheet.lines) == number - 1 and seat in sheet.bids:
        return State(sheet.bids[seat], winners=winners, place=_place(sheet, seat))
    return State(winners=winners)


def _place(sheet: DirtyDogSheet, seat: int) -> str:
    """“Third to bid. 1 bid so far, for 5 cards.”; "" from the eleventh bidder on, and where all bid together."""
    if sheet.options.bidding == "together":
        return ""
    place = sheet.order.index(seat)
    before = sum(sheet.bids[other] for other in sheet.order[:place])
    if place >= len(TO_BID):
        return ""
    words = ngettext("{bids} bid so far, for {count} card.", "{bids} bid so far, for {count} cards.", sheet.cards)
    return f"{TO_BID[place]} {words.format(bids=before, count=sheet.cards)}"


def _writer(entries: Sequence[Entry], now: State, before: State) -> Entry:
    """Return the entry, among those of one write, that changed this cell."""
    field = "tricks" if now.took != before.took else "bids"
    return next((entry for entry in entries if entry.payload is not None and field in entry.payload), entries[0])


def _words(before: State, now: State, bid: int | None, took: int | None) -> tuple[str, ...]:
    """Return the sentences of one change, alternating text and figure. `bid` and `took` are the last known values, None
    before the first.
    """
    parts: tuple[str, ...] = ("",)
    bids = _("Bid {now}."), _("Bid {now} undone."), _("Bid {now} again."), _("Bid {now}, before that {before}.")
    tricks = _("Took {now}."), _("Took {now} undone."), _("Took {now} again."), _("Took {now}, before that {before}.")
    for words, was, value, known in ((bids, before.bid, now.bid, bid), (tricks, before.took, now.took, took)):
        if was != value:
            parts = _appended(parts, *_change(words, was, value, known))
    if before.points is not None and now.points is not None and before.points != now.points:
        points = _("Points {now}, before {before}.")
        parts = (*parts[:-1], f"{parts[-1]} {points.format(now=signed(now.points), before=signed(before.points))}")
    return parts


def _change(words: Sequence[str], was: int | None, now: int | None, known: int | None) -> tuple[str, int | None, int]:
    """Return the sentence with its placeholders, and the figures for `{now}` and `{before}`. `words` are the sentences
    for a value that was written, undone, written again, or changed.
    """
    written, undone, again, changed = words
    if now is None:
        return undone, was, 0
    if known is None or known == now:
        return written if known is None else again, now, 0
    return changed, now, known


def _appended(parts: tuple[str, ...], sentence: str, now: int | None, before: int) -> tuple[str, ...]:
    """Return `parts` with the sentence appended, split at its figures, which the page draws larger."""
    figures = {"{now}": str(now), "{before}": str(before)}
    first, *rest = (figures.get(part, part) for part in FIGURES.split(sentence))
    space = " " if parts[-1] else ""
    return (*parts[:-1], f"{parts[-1]}{space}{first}", *rest)


def _note(entry: Entry, before: State, now: State, last: Entry | None) -> str:
    notes = [noted(entry)] if entry.note else []
    if entry.payload is None and last is not None:
        seconds = int((entry.received_at - last.received_at).total_seconds())
        words = ngettext(
            "Undo, {count} second after it was written.", "Undo, {count} seconds after it was written.", seconds
        )
        words = words.format(count=seconds) if seconds else _("Undo, as soon as it was written.")
        notes.append(words if seconds < 120 else str(UNDO))
    if before.winners and before.winners != now.winners and now.took is not None and before.took is not None:
        notes.append(_("Changes the winner."))
    return " ".join([*notes, now.place if before.bid is None else ""]).strip()


# The rows of a conflict page: what this tablet sent beside the entry that stands, player by player.


Figures = Mapping[int, int]


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Return the rows that compare the draft with the standing entry; [] where they say the same. Bids and tricks are
    compared seat by seat with their sum, any other entry in words.
    """
    if draft.payload is None or entry.payload is None or draft.kind != entry.kind:
        return [Difference("", _conflict_words(state, draft), _conflict_words(state, entry))]
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
        return [*rows, trump, total] if trump.differs else [*rows, total]
    if isinstance(mine, Tricks):
        rows = _rows(_("Hand {hand}, {player}’s tricks"), hand, names, mine.tricks, theirs.tricks, before)
        what = _("Hand {hand}, tricks").format(hand=hand)
        return [*rows, _sum(what, _("Tricks"), before.cards, mine.tricks, theirs.tricks, must_fit=True)]
    return [Difference("", _conflict_words(state, draft), _conflict_words(state, entry))]


def _conflict_words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return _("undone")
    return entry_in_words(state, written.kind, written.payload)


def _rows(
    what: str, hand: int, names: Sequence[str], mine: Figures, theirs: Figures, before: DirtyDogSheet | None = None
) -> list[Difference]:
    """Return one row per seat, in seat order; `before` is the sheet with the bids of the hand where tricks are
    compared, to note their result.
    """
    # An unknown seat is named by its number: the ledger found the conflict before the engine could refuse the draft.
    whose = {
        seat: names[seat] if seat < len(names) else _("seat {number}").format(number=seat)
        for seat in mine.keys() | theirs.keys()
    }
    bids = before.bids if before else {}
    return [
        Difference(
            what.format(hand=hand, player=whose[seat]),
            str(mine.get(seat, _("nothing"))),
            str(theirs.get(seat, _("nothing"))),
            whose[seat],
            _("bid {bid}").format(bid=bids[seat]) if seat in bids else "",
            (_result(seat, before, mine), _result(seat, before, theirs)),
        )
        for seat in sorted(whose)
    ]


def _result(seat: int, before: DirtyDogSheet | None, tricks: Figures) -> str:
    """`made, +5`, `set, −1`; "" where the bid or the tricks are unknown."""
    if before is None or seat not in before.bids or seat not in tricks:
        return ""
    bid, took = before.bids[seat], tricks[seat]
    words = _("made, {points}") if bid == took else _("set, {points}")
    return words.format(points=signed(points(before.options, bid, took, before.cards)))


def _sum(what: str, name: str, cards: int, mine: Figures, theirs: Figures, *, must_fit: bool = False) -> Difference:
    ours, others = sum(mine.values()), sum(theirs.values())
    fits = (ours == cards, others == cards) if must_fit else None
    of = _("{count} of {all}")
    mine_of, theirs_of = (of.format(count=each, all=cards) for each in (ours, others))
    return Difference(what, mine_of, theirs_of, name, is_sum=True, fits=fits)
