"""What the tablet needs to go on without the club's server: where the table stands, and every hand still to come.

The script twin adds up what is tapped from here on; cards, order and dealer of each hand are the engine's.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.base.entry.hidden_forms import free_number, undo_label
from games.dirty_dog.entry.entry_rows import css, held, sheet_of, short_of
from games.dirty_dog.entry.wording import last_step
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.plan import DECK, bidding_order

Taps = Sequence[tuple[int, int]]


def offline_form(state: MatchState, what: str, taps: Taps = (), trump: str = "") -> dict[str, Any]:
    """`plan` is cards, bidding order and settled trump of each hand, `hand` the number of its first; `now` is where
    the table stands, with what stood before the last entries as its `past`."""
    sheet = sheet_of(state)
    last = _last_line(state, sheet)
    plan = [*([_hand(last.cards, last.order)] if last else []), *_to_come(sheet)]
    return {
        "what": what,
        "key": f"{'tricks' if what == 'tricks' else 'bids'}-{free_number(state)}",
        "version": state.match.version,
        "hand": sheet.hand + (0 if last else 1),
        "hands": len(sheet.planned),
        "plan": plan,
        "css": {cards: css("bids", cards, len(order)) for cards, order, _ in plan},
        "names": dict(enumerate(short_of(state))),
        "seats": [seat for seat in sheet.circle if seat in sheet.active_seats],
        "now": _now(state, sheet, last, taps, trump),
    }


def _hand(cards: int, order: Sequence[int]) -> tuple[int, Sequence[int], str]:
    return cards, order, "none" if cards * len(order) == DECK else ""


def _to_come(sheet: DirtyDogSheet) -> Iterable[tuple[int, Sequence[int], str]]:
    plan, left = sheet.plan, sheet.remaining if sheet.order else ()
    dealers = plan.dealers[len(plan.dealers) - len(left) :]
    return [_hand(cards, bidding_order(sheet.order, dealer)) for cards, dealer in zip(left, dealers, strict=True)]


def _last_line(state: MatchState, sheet: DirtyDogSheet) -> DirtyDogLine | None:
    """The hand the last entry scored, where it is one undo away."""
    return sheet.lines[-1] if state.live and isinstance(read(state.engine, state.live[-1]), Tricks) else None


def _now(state: MatchState, sheet: DirtyDogSheet, last: DirtyDogLine | None, taps: Taps, trump: str) -> dict[str, Any]:
    number = free_number(state)
    now = _state(number, 1 if last else 0, sheet.bids, trump or sheet.trump or "", sheet.totals, _marks(sheet))
    past = _scored(state, last) if last else _bid(state, sheet, now)
    return {**now, "taps": taps, "undo": undo_label(last_step(state)), "past": past}


def _state(
    number: int, at: int, bids: Mapping[int, int], trump: str, totals: Mapping[int, int], marks: Mapping[int, str]
) -> dict[str, Any]:
    """`number` is the line the next entry is written on, `at` the hand's place in the plan."""
    return {"number": number, "at": at, "bids": bids, "trump": trump, "totals": totals, "marks": marks}


def _scored(state: MatchState, line: DirtyDogLine) -> dict[str, Any]:
    """Before the tricks of the last hand, as an undo would leave it."""
    names, dealer = short_of(state), line.order[-1]
    lines = sheet_of(state).lines
    before = next((each for each in reversed(lines[:-1]) if not each.void), None)
    marks = {seat: held(before, seat) if before else "" for seat in line.order}
    now = _state(state.live[-1].number, 0, line.bids, line.trump or "", line.before, marks)
    taps = [(seat, took) for seat, took in line.tricks.items() if took != line.bids[seat]]
    return {
        **now,
        "taps": taps,
        "undo": gettext("Undo: {names} bids {bids}").format(names=names[dealer], bids=line.bids[dealer]),
    }


def _bid(state: MatchState, sheet: DirtyDogSheet, now: Mapping[str, Any]) -> dict[str, Any] | None:
    """Before the bids of this hand; nothing where something else was written last."""
    entry = read(state.engine, state.live[-1]) if state.live else None
    if not isinstance(entry, Bids):
        return None
    earlier = {seat: bid for seat, bid in sheet.bids.items() if seat not in entry.bids}
    taps = [(seat, entry.bids[seat]) for seat in sheet.order if seat in entry.bids][:-1]
    return {**now, "number": state.live[-1].number, "bids": earlier, "taps": taps, "undo": ""}


def _marks(sheet: DirtyDogSheet) -> dict[int, str]:
    """As the last hand left them: who won and lost the match is for the server to say."""
    last = next((line for line in reversed(sheet.lines) if not line.void), None)
    return {seat: held(last, seat) if last else "" for seat in sheet.active_seats}
