"""The data with which the tablet’s script continues without the server: the state of the table, and every hand still to
come.

The script adds up what is tapped from here on; cards, order and dealer of each hand come from the engine, and the
points of every bid and tricks from a table of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.base.form_parsing import free_number, undo_label
from games.dirty_dog.entry.entry_rows import fitting, mark_after, sheet_of, short_of
from games.dirty_dog.wording import last_step
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.entries import DECK
from scoring.dirty_dog.hand import has_rule, worth
from scoring.dirty_dog.plan import bidding_order

Taps = Sequence[tuple[int, int]]


def offline_form(state: MatchState, what: str, taps: Taps = (), trump: str = "") -> dict[str, Any]:
    """Return the data for the script. `plan` holds cards, bidding order and settled trump of each hand, `hand` is the
    number of its first; `worth` is the points of a hand by bid and tricks, `free` are the sizes of hands without The
    Rule; `now` is the state of the table, and its `past` the state before the last entries.
    """
    sheet = sheet_of(state)
    last = _last_line(state, sheet)
    most = max(sheet.planned, default=0)
    plan = [*([_hand(last.cards, last.order)] if last else []), *_to_come(sheet)]
    return {
        "what": what,
        "version": state.match.version,
        "hand": sheet.hand + (0 if last else 1),
        "plan": plan,
        "worth": worth(sheet.options, most),
        "free": [cards for cards in range(1, most + 1) if not has_rule(sheet.options, cards)],
        "css": [fitting(cards, len(sheet.order)) for cards in range(most + 1)],
        "names": dict(enumerate(short_of(state))),
        "seats": [seat for seat in sheet.seating_order if seat in sheet.active_seats],
        "now": _now(state, sheet, last, taps, trump),
    }


def _hand(cards: int, order: Sequence[int]) -> tuple[int, Sequence[int], str]:
    return cards, order, "none" if cards * len(order) == DECK else ""


def _to_come(sheet: DirtyDogSheet) -> Iterable[tuple[int, Sequence[int], str]]:
    plan, left = sheet.plan, sheet.remaining if sheet.order else ()
    dealers = plan.dealers[len(plan.dealers) - len(left) :]
    return [_hand(cards, bidding_order(sheet.order, dealer)) for cards, dealer in zip(left, dealers, strict=True)]


def _last_line(state: MatchState, sheet: DirtyDogSheet) -> DirtyDogLine | None:
    """Return the hand that the last entry scored, which an undo would reopen; None where another entry is the last."""
    return sheet.lines[-1] if state.live and isinstance(read(state.engine, state.live[-1]), Tricks) else None


def _now(state: MatchState, sheet: DirtyDogSheet, last: DirtyDogLine | None, taps: Taps, trump: str) -> dict[str, Any]:
    number = free_number(state)
    now = _state(number, 1 if last else 0, sheet.bids, trump or sheet.trump or "", sheet.totals, _marks(sheet))
    past = _scored(state, last) if last else _bid(state, sheet, now)
    return {**now, "taps": taps, "undo": undo_label(last_step(state)), "past": past}


def _state(
    number: int, at: int, bids: Mapping[int, int], trump: str, totals: Mapping[int, int], marks: Mapping[int, str]
) -> dict[str, Any]:
    """Return one state of the table; `number` is the line of the next entry, `at` the hand’s index in the plan (from
    0).
    """
    return {"number": number, "at": at, "bids": bids, "trump": trump, "totals": totals, "marks": marks}


def _scored(state: MatchState, line: DirtyDogLine) -> dict[str, Any]:
    """Return the state before the tricks of the last hand were written, as an undo would leave it."""
    names, dealer = short_of(state), line.order[-1]
    lines = sheet_of(state).lines
    before = next((each for each in reversed(lines[:-1]) if not each.void), None)
    marks = {seat: mark_after(before, seat) if before else "" for seat in line.order}
    now = _state(state.live[-1].number, 0, line.bids, line.trump or "", line.before, marks)
    taps = [(seat, took) for seat, took in line.tricks.items() if took != line.bids[seat]]
    return {
        **now,
        "taps": taps,
        "undo": gettext("Undo: {names} bids {bids}").format(names=names[dealer], bids=line.bids[dealer]),
    }


def _bid(state: MatchState, sheet: DirtyDogSheet, now: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the state before the last bids of this hand were written; None where the last entry is no bid."""
    entry = read(state.engine, state.live[-1]) if state.live else None
    if not isinstance(entry, Bids):
        return None
    earlier = {seat: bid for seat, bid in sheet.bids.items() if seat not in entry.bids}
    taps = [(seat, entry.bids[seat]) for seat in sheet.order if seat in entry.bids][:-1]
    return {**now, "number": state.live[-1].number, "bids": earlier, "taps": taps, "undo": ""}


def _marks(sheet: DirtyDogSheet) -> dict[int, str]:
    """The marks by seat after the last scored hand; only the server decides who won and lost the match."""
    last = next((line for line in reversed(sheet.lines) if not line.void), None)
    return {seat: mark_after(last, seat) if last else "" for seat in sheet.active_seats}
