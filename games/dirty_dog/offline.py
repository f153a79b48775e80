"""The data with which the tablet’s script continues without the server: the state of the table, and every hand still to
come.

The script adds up what is tapped from here on; cards, order and dealer of each hand come from the engine, and the
points of every bid and tricks from a table of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.base.form_parsing import free_number, undo_label
from games.base.names import shortened
from games.dirty_dog.entry_rows import fitting, has_none, how, mark_after, scored_just_now
from games.dirty_dog.wording import last_step
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import Bids, DirtyDogLine, DirtyDogSheet, Tricks
from scoring.dirty_dog.hand import has_rule, points, worth
from scoring.dirty_dog.plan import bidding_order

Taps = Sequence[tuple[int, int]]


def offline_form(state: MatchState, what: str, taps: Taps = (), trump: str = "") -> dict[str, Any]:
    """Return the data for the script. `recap_page`: a scored hand has a page of its own before the next.

    `key` is what a device that takes over must be asked for, so that it goes on with what was half entered. `plan`
    holds cards, bidding order and settled trump of each hand, `hand` is the number of its first, `since` that of the
    first since anybody came or went; `worth` is the points of a hand by bid and tricks, `zero` those of nothing bid and
    nothing taken by the cards of the hand, `free` are the sizes of hands without The Rule, `together` and `how` how the
    bids are made, `has_none` whether a hand may be said to have no trump; `now` is the state of the table, and its
    `past` the state before the last entries.
    """
    sheet = state.sheet_as(DirtyDogSheet)
    most = max(sheet.planned, default=0)
    entry = read(state.engine, state.live[-1]) if state.live else None
    last = sheet.lines[-1] if isinstance(entry, Tricks) else None
    plan = [*([(last.cards, last.order, _settled(last))] if last else []), *_to_come(sheet)]
    now = _now(state, sheet, 1 if last else 0, trump) | {"taps": taps, "undo": undo_label(last_step(state))}
    line = scored_just_now(sheet) if what != "tricks" else None
    return {
        "recap_page": state.match.club.recap_page,
        "what": what,
        "key": f"{'tricks' if what == 'tricks' else 'bids'}-{free_number(state)}",
        "version": state.match.version,
        "hand": sheet.hand + (0 if last else 1),
        "since": _since(sheet),
        "plan": plan,
        "worth": worth(sheet.options, most),
        "zero": [points(sheet.options, 0, 0, cards) for cards in range(most + 1)],
        "together": sheet.options.bidding == "together",
        "how": how(sheet.options),
        "has_none": has_none(sheet.options),
        "free": [cards for cards in range(1, most + 1) if not has_rule(sheet.options, cards)],
        "css": [fitting(cards, len(sheet.order)) for cards in range(most + 1)],
        "names": dict(enumerate(shortened(state.names))),
        "seats": [seat for seat in sheet.seating_order if seat in sheet.active_seats],
        "now": now | {"past": _before(state, now, entry), "line": line and _scored(line)},
    }


def _scored(line: DirtyDogLine) -> dict[str, Any]:
    """Return a scored hand as the script draws it."""
    return {name: getattr(line, name) for name in ("hand", "cards", "order", "bids", "tricks", "points")}


def _since(sheet: DirtyDogSheet) -> int:
    """Return the first hand from which on points by hand change only the total of their player."""
    hand, totals = sheet.hand + 1, None
    for line in reversed([] if sheet.joined_or_left else sheet.lines):
        if {*line.order} != {*sheet.active_seats} or totals not in (None, line.totals):
            break
        hand, totals = line.hand, line.before
    return hand


def _settled(line: DirtyDogLine) -> str:
    """Return "none" for a hand that had no trump whatever was turned up."""
    return "none" if line.no_trump == "deck" or (line.no_trump == "largest" and line.trump == "none") else ""


def _to_come(sheet: DirtyDogSheet) -> Iterable[tuple[int, Sequence[int], str]]:
    plan, left = sheet.plan, sheet.remaining if sheet.order else ()
    dealers = plan.dealers[len(plan.dealers) - len(left) :]
    return [
        (cards, bidding_order(sheet.order, dealer), "none" if sheet.is_bare(ahead) else "")
        for ahead, (cards, dealer) in enumerate(zip(left, dealers, strict=True))
    ]


def _now(state: MatchState, sheet: DirtyDogSheet, at: int, trump: str) -> dict[str, Any]:
    """Return the state of the table; `number` is the line of the next entry, `at` the hand’s index in the plan."""
    last = next((line for line in reversed(sheet.lines) if not line.void), None)
    return {
        "number": free_number(state),
        "at": at,
        "bids": sheet.bids,
        "trump": trump or sheet.trump or "",
        "totals": sheet.totals,
        # After the last scored hand: only the server decides who won and lost the match.
        "marks": {seat: mark_after(last, seat) if last else "" for seat in sheet.active_seats},
    }


def _before(state: MatchState, now: Mapping[str, Any], entry: Any) -> dict[str, Any] | None:
    """Return the state that an undo of the last entry would leave; None where it is neither bids nor tricks."""
    sheet, number = state.sheet_as(DirtyDogSheet), state.live[-1].number if state.live else 0
    if isinstance(entry, Tricks):
        return {**now, "number": number, "at": 0, **_before_tricks(sheet, shortened(state.names))}
    if not isinstance(entry, Bids):
        return None
    earlier = {seat: bid for seat, bid in sheet.bids.items() if seat not in entry.bids}
    taps = [(seat, entry.bids[seat]) for seat in sheet.order if seat in entry.bids][:-1]
    return {**now, "number": number, "bids": earlier, "taps": taps, "undo": ""}


def _before_tricks(sheet: DirtyDogSheet, names: Sequence[str]) -> dict[str, Any]:
    *earlier, line = sheet.lines
    before, dealer = next((each for each in reversed(earlier) if not each.void), None), line.order[-1]
    return {
        "bids": line.bids,
        "trump": line.trump or "",
        "totals": line.before,
        "marks": {seat: mark_after(before, seat) if before else "" for seat in line.order},
        "taps": [(seat, took) for seat, took in line.tricks.items() if took != line.bids[seat]],
        "undo": gettext("Undo: {names} bids {bids}").format(names=names[dealer], bids=line.bids[dealer]),
    }
