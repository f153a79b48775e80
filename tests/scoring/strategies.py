"""Hypothesis strategies for legal matches of Dirty Dog."""

from typing import Any, get_args

from hypothesis import strategies as st

from scoring.base import RuleError
from scoring.dirty_dog import (
    DIRTY_DOG,
    Adjust,
    Bids,
    BidStep,
    DirtyDogSheet,
    Join,
    Leave,
    Options,
    Pull,
    PullStep,
    Redeal,
    Shorten,
    TiebreakHand,
    TiebreakStep,
    Tricks,
)
from scoring.dirty_dog.hand import bidding
from scoring.dirty_dog.house_rules import HOW, LARGEST, PRESETS, WITHOUT_TRUMP, By, FromCards, Made, Missed, Scoring
from scoring.dirty_dog.plan import most_cards, proposals

CARDS = [rank + suit for rank in ("2", "7", "10", "Q", "A") for suit in "CDHS"]
Match = tuple[int, Options, list[Any]]


@st.composite
def options(draw: st.DrawFn, seats: int) -> Options:
    """Strategy for options of so many seats."""
    first = draw(st.integers(0, seats - 1))
    full = draw(st.booleans())
    opening = draw(st.dictionaries(st.integers(0, seats - 1), st.integers(-30, 30), max_size=3))
    rules = draw(house_rules())
    most = most_cards(seats, full_deck=full, decks=rules.get("decks", 1))
    if draw(st.booleans()):
        plan = tuple(draw(st.lists(st.integers(1, min(most, 6)), min_size=1, max_size=6)))
        return Options(first_dealer=first, full_deck_hand=full, plan=plan, opening=opening, **rules)
    top = draw(st.integers(1, min(most, 4)))
    tops = draw(st.sampled_from([None, proposals(seats, top, 2)[1].max_hands]))
    return Options(first_dealer=first, max_cards=top, max_hands=tops, full_deck_hand=full, opening=opening, **rules)


FIGURES = st.integers(0, LARGEST)
MADE = st.builds(Made, FIGURES, FIGURES, st.booleans(), st.one_of(st.sampled_from([None, "cards"]), FIGURES))
MISSED = st.builds(Missed, st.sampled_from(get_args(By)), st.integers(1, LARGEST), FIGURES)


@st.composite
def house_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Strategy for the rules of a club: those as written in half of all matches."""
    if draw(st.booleans()):
        return {}
    return {
        "scoring": draw(st.one_of(st.sampled_from([*PRESETS]), st.builds(Scoring, MADE, MISSED))),
        "the_rule": draw(st.one_of(st.sampled_from([None, "on", "off"]), st.builds(FromCards, st.integers(1, 8)))),
        "bidding": draw(st.sampled_from([*HOW])),
        "decks": draw(st.sampled_from([1, 2])),
        "no_trump": draw(st.sampled_from([*WITHOUT_TRUMP])),
    }


def taken(draw: st.DrawFn, order: tuple[int, ...], cards: int) -> dict[int, int]:
    """Strategy for tricks that add up to the cards."""
    who = draw(st.lists(st.sampled_from(order), min_size=cards, max_size=cards))
    return {seat: who.count(seat) for seat in order}


def bid(
    draw: st.DrawFn, options: Options, order: tuple[int, ...], cards: int, bids: dict[int, int], many: int
) -> dict[int, int]:
    """Strategy for the next `many` legal bids, after those in `bids`."""
    given, waiting = dict(bids), [seat for seat in order if seat not in bids]
    if options.bidding == "together" and len(waiting) > 1:
        waiting = draw(st.permutations(waiting[:-1])) + waiting[-1:]
    for seat in waiting[:many]:
        given[seat] = draw(st.sampled_from(bidding(options, order, cards, given).legal))
    return {seat: value for seat, value in given.items() if seat not in bids}


def hand_entry(draw: st.DrawFn, sheet: DirtyDogSheet, step: Any) -> Any:
    """Strategy for the next entry of a hand, sometimes an unusual one (a redeal, an arrival, a leaver, the end)."""
    what = draw(st.sampled_from(["hand"] * 12 + ["some", "redeal", "join", "leave", "shorten", "adjust"]))
    if what == "adjust":
        return by_hand(draw, sheet, end=False)
    if what == "redeal":
        return Redeal()
    if what == "leave" and len(sheet.active_seats) > 2:
        return Leave(draw(st.sampled_from(sheet.active_seats)))
    if what == "join":
        return Join(
            draw(st.sampled_from([sheet.seats, *sheet.departed])), draw(st.sampled_from([None, *sheet.seating_order]))
        )
    if what == "shorten":
        return Shorten()
    if not isinstance(step, BidStep):
        return Tricks(taken(draw, step.order, step.cards))
    trump = {} if step.trump else draw(st.sampled_from([{}, {}, {"flip": "7H"}, {"flip": "AC"}, {"trump": "spades"}]))
    many = draw(st.integers(0, len(step.order))) if what == "some" else len(step.order)
    return Bids(bid(draw, sheet.options, step.order, step.cards, dict(step.bids), many), **trump)


def by_hand(draw: st.DrawFn, sheet: DirtyDogSheet, *, end: bool) -> Adjust:
    """Strategy for points added or taken by hand."""
    seats = st.sampled_from(sheet.active_seats or (0,))
    points = st.one_of(st.integers(-30, -1), st.integers(1, 30))
    return Adjust(
        draw(st.dictionaries(seats, points, min_size=1, max_size=2)), draw(st.sampled_from(["tax", "revoke"])), end
    )


def next_entry(draw: st.DrawFn, sheet: DirtyDogSheet) -> Any:
    """Strategy for any entry that may come next; None when nothing is left."""
    step = DIRTY_DOG.next_step(sheet)
    if sheet.ending is not None and draw(st.integers(0, 5)) == 0:
        return by_hand(draw, sheet, end=draw(st.booleans()))
    if step is None:
        return None
    if isinstance(step, PullStep):
        cards = draw(st.lists(st.sampled_from(CARDS), min_size=len(step.seats), max_size=len(step.seats), unique=True))
        return Pull(dict(zip(step.seats, cards, strict=True)))
    if isinstance(step, TiebreakStep):
        bids = bid(draw, sheet.options, step.order, step.cards, {}, len(step.order))
        return TiebreakHand(bids, taken(draw, step.order, step.cards))
    return hand_entry(draw, sheet, step)


@st.composite
def matches(draw: st.DrawFn, longest: int = 40) -> Match:
    """Strategy for matches: number of seats at the start, options and legal entries."""
    seats = draw(st.integers(2, 10))
    agreed = draw(options(seats))
    sheet = DIRTY_DOG.start(seats, agreed)
    entries: list[Any] = []
    for _ in range(draw(st.integers(0, longest))):
        entry = next_entry(draw, sheet)
        if entry is None:
            break
        try:
            sheet = DIRTY_DOG.play(sheet, entry)
        except RuleError:
            continue
        entries.append(entry)
    return seats, agreed, entries
