"""The fold: how each entry turns one sheet into the next (DD-15 to DD-29, DD-55, HR-DD-21)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, unknown_entry
from scoring.dirty_dog import finish, table
from scoring.dirty_dog.callouts import DirtyDogLine
from scoring.dirty_dog.entries import (
    LARGEST_ADJUSTMENT,
    LONGEST_REASON,
    Adjust,
    Bids,
    Join,
    Leave,
    Pull,
    Redeal,
    Settled,
    Shorten,
    TiebreakHand,
    Tricks,
)
from scoring.dirty_dog.hand import (
    bids,
    cards_in_play,
    check_seats,
    check_trick_range,
    check_tricks,
    forbidden,
    missing_bid,
    points,
)
from scoring.dirty_dog.house_rules import NAME, counts_tricks
from scoring.dirty_dog.sheet import DirtyDogSheet, Ending
from scoring.messages import Message, Thousands, at

# Points added or taken by hand: a bonus or a penalty for a hand, or at the end of the match (HR-DD-21).


def can_adjust(sheet: DirtyDogSheet, *, end: bool) -> bool:
    """Whether points can be added by hand now: to the last hand, before the next one has begun, or at the end; in
    neither case once a tie is being settled.
    """
    ending = sheet.ending
    if end:
        return ending is not None and _is_untouched(ending)
    if not sheet.lines or sheet.lines[-1].void or sheet.in_hand or sheet.joined_or_left:
        return False
    return ending is None or (_is_untouched(ending) and not ending.adjust)


def _is_untouched(ending: Ending) -> bool:
    return not (ending.hands or ending.pulls or ending.settled)


def adjust(sheet: DirtyDogSheet, entry: Adjust) -> DirtyDogSheet:
    """Return the sheet with the points added to its last hand, or at its end; Illegal `adjust` where that cannot be."""
    if not can_adjust(sheet, end=entry.end):
        raise Illegal("adjust", _cannot_adjust(sheet, entry), at=_adjusted_round(sheet, entry), field="adjust")
    line, ending = sheet.lines[-1] if sheet.lines else None, sheet.ending
    check_seats(
        sheet.totals if line is None or entry.end else line.order, entry.points, _adjusted_round(sheet, entry), "adjust"
    )
    _check_adjust(sheet, entry)
    totals = _added(sheet.totals, entry.points)
    if line is None or entry.end:
        after = replace(sheet, totals=totals)
        points, note = _adjusted(sheet, entry, ending.adjust, ending.adjust_note) if ending else ({}, "")
        return _over_adjusted(after, points, note)
    points, note = _adjusted(sheet, entry, line.adjust, line.adjust_note)
    last = replace(line, points=_added(line.points, entry.points), totals=totals, adjust=points, adjust_note=note)
    lowest = min(totals[seat] for seat in line.order)
    after = replace(sheet, lines=(*sheet.lines[:-1], last), totals=totals, lowest=lowest)
    return after if ending is None else _over_adjusted(after, ending.adjust, ending.adjust_note)


def _over_adjusted(sheet: DirtyDogSheet, points: Mapping[int, int], note: str) -> DirtyDogSheet:
    """The sheet with the ties of its new totals."""
    is_short = sheet.ending is not None and sheet.ending.shortened
    after = finish.over(sheet, shortened=is_short)
    ending = after.ending
    return after if ending is None else replace(after, ending=replace(ending, adjust=points, adjust_note=note))


def _added(points: Mapping[int, int], more: Mapping[int, int]) -> dict[int, int]:
    return {seat: value + more.get(seat, 0) for seat, value in points.items()}


def _adjusted(sheet: DirtyDogSheet, entry: Adjust, points: Mapping[int, int], note: str) -> tuple[dict[int, int], str]:
    """All points by hand of one hand, with all reasons; what comes to nothing is left out."""
    seats = {**points, **entry.points}
    together = {seat: points.get(seat, 0) + entry.points.get(seat, 0) for seat in seats}
    reasons = "; ".join(filter(None, (note, entry.note)))
    if len(reasons) > LONGEST_REASON or any(abs(value) > LARGEST_ADJUSTMENT for value in together.values()):
        message = Message("Too much was added by hand here already: undo some of it first.")
        raise Illegal("adjust", message, at=_adjusted_round(sheet, entry), field="adjust")
    left = {seat: value for seat, value in together.items() if value}
    return left, reasons if left else ""


def _adjusted_round(sheet: DirtyDogSheet, entry: Adjust) -> int | None:
    return None if entry.end else len(sheet.lines)


def _check_adjust(sheet: DirtyDogSheet, entry: Adjust) -> None:
    """Raise Illegal `adjust` unless somebody is given or loses points, for a reason."""
    number = _adjusted_round(sheet, entry)
    for seat, value in entry.points.items():
        if value == 0 or abs(value) > LARGEST_ADJUSTMENT:
            message = Message(
                "{player} can be given 1 to {most} points by hand, or lose as many.",
                player=at(seat),
                most=Thousands(LARGEST_ADJUSTMENT),
            )
            raise Illegal("adjust", message, at=number, seat=seat, field="adjust")
    if not entry.points:
        raise Illegal("adjust", Message("Points by hand need a player: say who."), at=number, field="adjust")
    if not entry.note.strip():
        raise Illegal("adjust", Message("Points by hand need a reason: say why."), at=number, field="adjust_note")


def _cannot_adjust(sheet: DirtyDogSheet, entry: Adjust) -> Message:
    if sheet.ending is not None:
        return Message("Points by hand come before a tie is settled: take back how it was settled.")
    if entry.end:
        return Message("The match is not over yet: add the points to a hand.")
    if not sheet.lines or sheet.lines[-1].void:
        return Message("No hand was played just now to add points to.")
    return Message("The next hand has begun: add the points to a hand before it.")


NOTHING: Mapping[int, int] = {}


def play(sheet: DirtyDogSheet, entry: Struct) -> DirtyDogSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.dirty_dog import Options
    >>> from scoring.dirty_dog.table import start
    >>> sheet = play(start(3, Options()), Bids({1: 0, 2: 0, 0: 0}))
    >>> play(sheet, Tricks({0: 1, 1: 0, 2: 0})).totals
    {0: -1, 1: 5, 2: 5}
    """
    step = _PLAYS.get(type(entry))
    if step is None:
        raise unknown_entry(entry, NAME)
    return step(sheet, entry)


def _tricks(sheet: DirtyDogSheet, entry: Tricks) -> DirtyDogSheet:
    cards, bid, tricks = cards_in_play(sheet), sheet.bids, entry.tricks
    if len(bid) != len(sheet.order):
        _missing_bid(sheet)
    if tricks.keys() != bid.keys() or sum(tricks.values()) != cards or min(tricks.values()) < 0:
        check_tricks(sheet.order, tricks, cards, sheet.number)
    won: dict[int, int] = {}
    totals, forms = dict(sheet.totals), dict(sheet.forms)
    for seat, wanted in bid.items():
        took = tricks[seat]
        won[seat] = points(sheet.options, wanted, took, cards)
        totals[seat] += won[seat]
        forms[seat] = forms[seat] << 1 | (wanted != took)
    line = _line(sheet, tricks, won, totals, forms)
    after = _next_hand(sheet, line)
    return after if after.hand < len(after.planned) else finish.over(after)


def _missing_bid(sheet: DirtyDogSheet) -> None:
    """Raise Illegal `missing-bid`: no tricks before every bid is in (DD-20)."""
    seat = next(seat for seat in sheet.order if seat not in sheet.bids)
    raise Illegal("missing-bid", missing_bid(seat), at=sheet.number, seat=seat, field="bids")


def _line(
    sheet: DirtyDogSheet,
    tricks: Mapping[int, int],
    points: Mapping[int, int],
    totals: Mapping[int, int],
    forms: Mapping[int, int],
    *,
    void: bool = False,
) -> DirtyDogLine:
    return DirtyDogLine(
        sheet.number,
        points,
        totals,
        sheet.hand + 1,
        sheet.cards,
        sheet.dealer,
        sheet.order,
        sheet.trump,
        sheet.flip,
        sheet.bids,
        tricks,
        void,
        sheet.totals,
        forms,
        _barred(sheet),
        "deck" if sheet.cards * len(sheet.order) == sheet.options.deck else sheet.options.no_trump,
        counts_tricks(sheet.options.scoring),
    )


def _barred(sheet: DirtyDogSheet) -> int | None:
    """The bid The Rule forbade the dealer; None where it forbade none, or not everybody else has bid (DD-18)."""
    others = [bid for seat, bid in sheet.bids.items() if seat != sheet.dealer]
    if len(others) + 1 != len(sheet.order):
        return None
    return forbidden(sheet.options, sheet.cards, sum(others))


def _next_hand(sheet: DirtyDogSheet, line: DirtyDogLine) -> DirtyDogSheet:
    """The sheet with the hand added and the deal passed to the left (DD-12)."""
    order = sheet.order
    return replace(
        sheet,
        lines=(*sheet.lines, line),
        totals=line.totals,
        forms=line.forms,
        hand=sheet.hand + 1,
        dealer=order[0],
        last_dealer=sheet.dealer,
        order=order[1:] + order[:1],
        bids=NOTHING,
        trump=None,
        flip=None,
        lowest=min([line.totals[seat] for seat in order]),
        joined_or_left=(),
        redeal=False,
    )


def _redeal(sheet: DirtyDogSheet, entry: Redeal) -> DirtyDogSheet:
    """The sheet with the hand void: same dealer, same size, no points (DD-55, HR-DD-17)."""
    cards = cards_in_play(sheet)
    check_seats(sheet.order, entry.tricks, sheet.number, "tricks")
    check_trick_range(entry.tricks, cards, sheet.number)
    if entry.tricks and len(sheet.bids) != len(sheet.order):
        _missing_bid(sheet)
    return void(sheet, entry.tricks)


def void(sheet: DirtyDogSheet, tricks: Mapping[int, int] = NOTHING) -> DirtyDogSheet:
    """The sheet with the hand in progress added as a void line."""
    nothing = dict.fromkeys(sheet.active_seats, 0)
    line = _line(sheet, tricks, nothing, sheet.totals, sheet.forms, void=True)
    lines = (*sheet.lines, line)
    return replace(sheet, lines=lines, bids=NOTHING, trump=None, flip=None, joined_or_left=(), redeal=True)


def _leave(sheet: DirtyDogSheet, entry: Leave) -> DirtyDogSheet:
    """The sheet after a seat leaves; a hand in progress is void and dealt again without it (DD-44, HR-DD-06)."""
    table.check_leave(sheet, entry.seat)
    return table.leave(void(sheet) if sheet.in_hand else sheet, entry.seat)


def _shorten(sheet: DirtyDogSheet, _entry: Shorten) -> DirtyDogSheet:
    """The sheet after everybody agrees to stop; a hand in progress does not count (HR-DD-18)."""
    if sheet.ending is not None:
        raise Illegal("round-after-end", Message("The match is over: there is nothing to shorten."))
    if sheet.hand == 0:
        raise Illegal("shortened", Message("No hand is scored yet: play one before stopping, or delete the match."))
    return finish.over(void(sheet) if sheet.in_hand else sheet, shortened=True)


_PLAYS: Mapping[type, Callable[[DirtyDogSheet, Any], DirtyDogSheet]] = {
    Bids: bids,
    Tricks: _tricks,
    Redeal: _redeal,
    Join: table.join,
    Leave: _leave,
    TiebreakHand: finish.tiebreak,
    Pull: finish.pull,
    Settled: finish.settled,
    Shorten: _shorten,
    Adjust: adjust,
}
