"""Test vectors for the offline scoring in JavaScript: the server's page, the entries written from there, and the
expected figures.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from clubs.models import Club, Player
from games.base.names import shortened
from games.dirty_dog import bids, joining_and_leaving, result, tricks
from games.dirty_dog.entry_rows import has_none, mark_after
from games.dirty_dog.offline import offline_form
from games.entries.match_state import MatchState
from games.models import Entry, Match, Seat
from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, BidStep, DirtyDogSheet, Tricks, TrickStep, next_step
from scoring.dirty_dog.entries import MOST, Adjust, Join, Leave, Redeal
from scoring.dirty_dog.hand import bidding
from scoring.dirty_dog.play import can_adjust
from scoring.dirty_dog.table import late_total
from scoring.records import entry_to_json, options_to_json
from tests.factory import tricks as taken

NAMES = ["Bea Marlowe", "Otto Pym", "Wilhelmina Featherstonehaugh", "Núria Ødegård", "דבורה לב", "🐶 Gus", "Bea Tate"]
EMPTY = QueryDict()


@dataclass
class Vector:
    """`page` is the data of the server's page, `bodies` are the forms written one after another, and `expected` has the
    figures after each. `comings` has the data for arrivals and leavers.
    """

    page: Any
    bodies: list[str] = field(default_factory=list)
    expected: list[Any] = field(default_factory=list)
    comings: dict[str, Any] = field(default_factory=dict)


def vector(seats: int, options: Any, entries: Sequence[Any], dice: random.Random, longest: int = 12) -> Vector:
    """A vector from these entries on, with random play to the end of the plan or for `longest` entries."""
    sheet: Any = replay(DIRTY_DOG, seats, options, entries)
    state = a_book(seats, options, entries, sheet)
    found = Vector(brought(state))
    for _ in range(longest):
        entry = written(sheet_of(state), dice)
        if entry is None:
            break
        entries = [*entries, entry]
        found.bodies.append(body(entry, len(entries)))
        state = a_book(seats, options, entries, DIRTY_DOG.play(sheet_of(state), entry))
        found.expected.append(next_page(state))
    return found


def another_table(seats: int, options: Any, entries: Sequence[Any], dice: random.Random) -> Vector | None:
    """A vector from these entries on: an arrival, a leaver or a void hand, then a few hands. None where that is not
    possible.
    """
    before: Any = replay(DIRTY_DOG, seats, options, entries)
    entry = _change(before, dice)
    if entry is None:
        return None
    state, key = a_book(seats, options, entries, before), "7"
    found = Vector(
        brought(state),
        comings={**joining_and_leaving.offline_seating(before), "lowest": late_total(before), "version": len(entries)},
    )
    for _ in range(5):
        if entry is None:
            break
        entries = [*entries, entry]
        state = a_book(seats, options, entries, DIRTY_DOG.play(sheet_of(state), entry))
        if isinstance(entry, Join):
            names = shortened(state.names)
            if list(found.page["names"].values()) != names[: len(found.page["names"])]:
                return None  # a player of the same first name changes the labels of all
            found.comings["who"] = {key: [entry.seat if entry.seat < before.seats else None, names[entry.seat]]}
        found.bodies.append(
            body(entry, len(entries)) if isinstance(entry, Bids | Tricks) else _told(entry, len(entries), key)
        )
        then = next_page(state)
        found.expected.append({name: then[name] for name in KEPT})
        entry = written(sheet_of(state), dice)
    return found


def points_by_hand(seats: int, options: Any, entries: Sequence[Any], dice: random.Random) -> Vector | None:
    """A vector from these entries on: a hand to its end, points by hand for somebody who played it, and the next hand.
    None where no hand is left, or after the last one.
    """
    before: Any = replay(DIRTY_DOG, seats, options, entries)
    state = a_book(seats, options, entries, before)
    found, is_scored, given = Vector(brought(state)), False, None
    while given is None or len(found.bodies) < 8:
        sheet = sheet_of(state)
        if is_scored and given is None and can_adjust(sheet, end=False) and sheet.ending is None:
            given = Adjust({dice.choice(sheet.lines[-1].order): dice.choice([-30, -5, 1, 12])}, "a story")
        entry = given if given not in (None, *entries) else written(sheet, dice)
        if entry is None:
            break
        entries, is_scored = [*entries, entry], isinstance(entry, Tricks)
        state = a_book(seats, options, entries, DIRTY_DOG.play(sheet, entry))
        number = len(entries)
        told = _by_hand(entry, number, sheet.lines[-1].hand) if isinstance(entry, Adjust) else body(entry, number)
        found.bodies.append(told)
        then = next_page(state)
        found.expected.append({name: then[name] for name in (*KEPT, "scored")})
    return found if given else None


def _by_hand(entry: Adjust, number: int, hand: int) -> str:
    ((seat, points),) = entry.points.items()
    fields = {"seat": seat, "sign": "bonus" if points > 0 else "penalty", "points": abs(points), "note": entry.note}
    return urlencode({"what": "adjust", "number": number, "hand": hand, **fields})


KEPT = ("number", "bids", "totals", "marks", "plan", "asks")


def points_for_an_earlier_hand(
    seats: int, options: Any, entries: Sequence[Any], dice: random.Random, waits: int
) -> Vector | None:
    """A vector from these entries on: play of `waits` entries, points by hand for somebody in an earlier hand, and play
    on. None where no hand was scored before the last entry, or nothing is left to play.
    """
    state = a_book(seats, options, entries, replay(DIRTY_DOG, seats, options, entries))
    found, after, given = Vector(brought(state)), [*entries], False
    while not given or len(found.bodies) < waits + 4:
        sheet = sheet_of(state)
        if not given and len(found.bodies) == waits:
            scored = [at for at, entry in enumerate(after[:-1]) if isinstance(entry, Tricks)]
            if not scored or sheet.ending is not None:
                return None
            at, given = dice.choice(scored), True
            line = next(line for line in sheet.lines if line.number == _round_of(seats, options, after, at))
            entry = Adjust({dice.choice(line.order): dice.choice([-30, -5, 1, 12])}, "a story")
            after = [*after[: at + 1], entry, *after[at + 1 :]]
            found.bodies.append(_by_hand(entry, len(after), line.hand))
        else:
            if (then := written(sheet, dice)) is None:
                break
            after = [*after, then]
            found.bodies.append(body(then, len(after)))
        state = a_book(seats, options, after, replay(DIRTY_DOG, seats, options, after))
        shown = next_page(state)
        found.expected.append({name: shown[name] for name in KEPT})
    return found if given else None


def _round_of(seats: int, options: Any, entries: Sequence[Any], at: int) -> int:
    """The round that this entry scored."""
    return len(replay(DIRTY_DOG, seats, options, entries[: at + 1]).lines)


def _change(sheet: DirtyDogSheet, dice: random.Random) -> Any:
    """A random redeal, arrival or leaver, or None. No arrival sits beside the last dealer, because there the tablet
    waits for the server.
    """
    if sheet.ending is not None or len(sheet.active_seats) < 3:
        return None
    if len(sheet.bids) == len(sheet.order) and dice.random() < 0.5:
        return Redeal()
    gone = [seat for seat in sheet.departed if seat not in sheet.joined_or_left]
    if not sheet.in_hand and len(sheet.active_seats) < MOST and dice.random() < 0.6:
        beside = [seat for seat in sheet.order if seat != sheet.order[-2]]
        return Join(dice.choice([sheet.seats, *gone]), dice.choice(beside))
    there = [seat for seat in sheet.active_seats if seat not in sheet.joined_or_left]
    return Leave(dice.choice(there)) if there else None


def _told(entry: Any, number: int, key: str) -> str:
    """The body of the form that the tablet sends for this entry."""
    fields = [("who", key), ("after", entry.after)] if isinstance(entry, Join) else []
    fields += [("seat", entry.seat)] if isinstance(entry, Leave) else []
    return urlencode([("what", DIRTY_DOG.kind(entry)), ("number", str(number)), *fields])


def a_book(seats: int, options: Any, entries: Sequence[Any], sheet: DirtyDogSheet) -> MatchState:
    """The match state of these entries, without a database."""
    match = Match(
        club=Club(), game="dirty-dog", options=options_to_json(options), start_seats=seats, version=len(entries)
    )
    rows = [
        Entry(match=match, number=number, version=number, kind=DIRTY_DOG.kind(entry), payload=entry_to_json(entry))
        for number, entry in enumerate(entries, start=1)
    ]
    names = [NAMES[seat] if seat < len(NAMES) else f"Dog {seat}" for seat in range(sheet.seats)]
    state = MatchState(
        match, rows, [Seat(match=match, position=at, player=Player(name=name)) for at, name in enumerate(names)]
    )
    return state.with_sheet(sheet)


def sheet_of(state: MatchState) -> DirtyDogSheet:
    assert isinstance(state.sheet, DirtyDogSheet)
    return state.sheet


def written(sheet: DirtyDogSheet, dice: random.Random) -> Bids | Tricks | None:
    """The entry that the table's page would send next: all missing bids, or all tricks. None when nothing is left."""
    step = next_step(sheet)
    if isinstance(step, BidStep):
        bids = dict(step.bids)
        for seat in step.waiting:
            bids[seat] = dice.choice(bidding(sheet.options, step.order, step.cards, bids).legal)
        suit = None if step.trump else dice.choice(["hearts", "none" if has_none(sheet.options) else None, None, None])
        return Bids({seat: bid for seat, bid in bids.items() if seat not in step.bids}, trump=suit)
    return Tricks(taken(step.bids, step.cards, dice)) if isinstance(step, TrickStep) else None


def body(entry: Bids | Tricks, number: int) -> str:
    """The body of the table's form for this entry."""
    values = entry.bids if isinstance(entry, Bids) else entry.tricks
    taps = [("tap", f"{seat}-{value}") for seat, value in values.items()]
    suit = [("trump", entry.trump)] if isinstance(entry, Bids) and entry.trump else []
    return urlencode([("what", DIRTY_DOG.kind(entry)), ("number", str(number)), *taps, *suit])


def brought(state: MatchState) -> Any:
    """The offline data of the server's page, as JSON reads it."""
    return json.loads(json.dumps(offline_form(state, what(state))))


def what(state: MatchState) -> str:
    """The step of the table's page: "bids", "tricks" or "result"."""
    step = next_step(sheet_of(state))
    return "bids" if isinstance(step, BidStep) else "tricks" if isinstance(step, TrickStep) else "result"


def next_page(state: MatchState) -> Any:
    """The figures on the server's next page."""
    step, page = next_step(sheet_of(state)), brought(state)
    now, hand = page["now"], page["plan"][page["now"]["at"] :]
    past, lines = now["past"], sheet_of(state).lines
    is_scored = bool(lines) and not lines[-1].void
    found = {
        "number": now["number"],
        "bids": now["bids"],
        "totals": now["totals"],
        "marks": now["marks"],
        "undo": now["undo"],
        "past": past and {name: past[name] for name in ("number", "bids", "totals", "marks")},
        "half": past and dict(past["taps"]),
        "plan": [[cards, order] for cards, order, _ in hand],
        "asks": _asks(state, step) if isinstance(step, BidStep | TrickStep) else None,
        "scored": _scored(state) if is_scored and not now["bids"] and not isinstance(step, TrickStep) else None,
    }
    return json.loads(json.dumps(found))


def _asks(state: MatchState, step: BidStep | TrickStep) -> Any:
    screen = bids.screen(state, step, EMPTY) if isinstance(step, BidStep) else tricks.screen(state, step, EMPTY)
    return {
        "hand": screen.head.hand,
        "deals": screen.head.deals,
        "leads": screen.head.leads,
        "trump": step.trump or "",
        "settled": isinstance(step, BidStep) and screen.head.is_settled,
        "css": screen.css.removesuffix(" is-playing"),
        "roles": [row.role for row in screen.rows],
        "keys": [len(row.keys) for row in screen.rows],
        "sbr": None if isinstance(step, BidStep) else [step.dealer, step.barred],
    }


def _scored(state: MatchState) -> Any:
    """The hand that was just scored, and the label of the key below it."""
    sheet, names = sheet_of(state), shortened(state.names)
    line, after = sheet.lines[-1], result.next_button(state, names)
    rows = result.scored(state, line)
    return {
        "hand": line.hand,
        "summary": result.hand_summary(sheet, line, names),
        "next": [after.short, after.more] if isinstance(next_step(sheet), BidStep) else None,
        "rows": [[row.seat, row.bid, row.took, row.points, row.total, mark_after(line, row.seat)] for row in rows],
    }
