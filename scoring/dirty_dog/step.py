"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.entries import FEWEST
from scoring.dirty_dog.finish import tiebreak_order
from scoring.dirty_dog.hand import bidding
from scoring.dirty_dog.play import can_adjust
from scoring.dirty_dog.sheet import DirtyDogSheet, Ending, tiebreak_cards


class BidStep(Struct, frozen=True):
    """The next step is a bid. `number` counts rounds from 1, `hand` the hands of the plan, of which there are `hands`.
    `waiting` are those who have not bid, the first of whom is `to_bid`; where all bid together that is None.

    `barred` is the bid The Rule forbids, `bid_terms` the term for each possible sum of all bids from 0,
    `dealer_callout` a call-out for the last bidder; `redeal`: this hand is dealt again, since it was void.
    """

    number: int
    hand: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    to_bid: int | None
    waiting: tuple[int, ...]
    bids: Mapping[int, int]
    bid_total: int
    barred: int | None
    legal: tuple[int, ...]
    hands: int
    bid_terms: tuple[str | None, ...]
    dealer_callout: str | None
    trump: str | None
    flip: str | None
    redeal: bool


class TrickStep(Struct, frozen=True):
    """The next step is to record the tricks. `number`, `hand` and `hands` are as in BidStep; `term` is that of all bids
    together.

    The dealer (`revisable`) may still change the bid to one of `revisions` before the first card is led (HR-DD-04).
    """

    number: int
    hand: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    bids: Mapping[int, int]
    tricks_left: int
    hands: int
    bid_total: int
    term: str | None
    barred: int | None
    revisable: int
    revisions: tuple[int, ...]
    trump: str | None
    flip: str | None


class TiebreakStep(Struct, frozen=True):
    """The next step is a blind tie-break hand, the `number`th; only `seats` score in it (DD-36 to DD-38)."""

    seats: tuple[int, ...]
    order: tuple[int, ...]
    cards: int
    dealer: int
    number: int


class PullStep(Struct, frozen=True):
    """The next step is a card pull by `seats`; the lowest card loses (DD-40)."""

    seats: tuple[int, ...]
    for_what: str


Step: TypeAlias = BidStep | TrickStep | TiebreakStep | PullStep


def next_step(sheet: DirtyDogSheet) -> Step | None:
    """The next step; None when the match is settled or too few sit at the table."""
    if sheet.ending is not None:
        return _settle(sheet, sheet.ending)
    if len(sheet.order) < 2:
        return None
    return _bid(sheet) if len(sheet.bids) < len(sheet.order) else _tricks(sheet)


def possible(sheet: DirtyDogSheet) -> frozenset[str]:
    """The kinds of entries beside bids and tricks that can be written now: `flip` is the card turned up, and a tie is
    settled by what the first of the `needs` says.

    >>> from scoring.dirty_dog.entries import Options
    >>> from scoring.dirty_dog.table import start
    >>> sorted(possible(start(3, Options())))
    ['flip', 'join', 'leave', 'redeal']
    """
    leave = {"leave"} if len(sheet.active_seats) > 1 else set()
    by_hand = {"adjust"} if can_adjust(sheet, end=sheet.ending is not None) else set()
    if sheet.ending is not None:
        return frozenset({*by_hand, *({sheet.needs[0].what, "tie-outcome", *leave} if sheet.needs else ())})
    kinds = {"join", *leave, *by_hand}
    if sheet.hand:
        kinds.add("shorten")
    if len(sheet.order) >= FEWEST:
        kinds |= {"redeal"} if sheet.is_bare() else {"redeal", "flip"}
    return frozenset(kinds)


def _settle(sheet: DirtyDogSheet, ending: Ending) -> Step | None:
    if sheet.top_is_open:
        order = tiebreak_order(sheet, ending)
        number = len(ending.hands) + 1
        return TiebreakStep(
            ending.tied_top, order, tiebreak_cards(len(sheet.active_seats), sheet.options.decks), order[-1], number
        )
    if sheet.bottom_is_open and ending.tied_bottom is not None:
        return PullStep(ending.tied_bottom, "loser")
    return None


def _bid(sheet: DirtyDogSheet) -> BidStep:
    now = bidding(sheet.options, sheet.order, sheet.cards, sheet.bids)
    return BidStep(
        number=sheet.number,
        hand=sheet.hand + 1,
        cards=sheet.cards,
        dealer=sheet.dealer,
        order=sheet.order,
        to_bid=now.to_bid,
        waiting=now.waiting,
        bids=sheet.bids,
        bid_total=now.bid_total,
        barred=now.barred,
        legal=now.legal,
        hands=len(sheet.planned),
        bid_terms=now.bid_terms,
        dealer_callout="you-cannot-bid-one" if now.barred == 1 else None,
        trump="none" if sheet.is_bare() else sheet.trump,
        flip=sheet.flip,
        redeal=sheet.redeal,
    )


def _tricks(sheet: DirtyDogSheet) -> TrickStep:
    others = {seat: bid for seat, bid in sheet.bids.items() if seat != sheet.dealer}
    revise = bidding(sheet.options, sheet.order, sheet.cards, others)
    total = sum(sheet.bids.values())
    return TrickStep(
        number=sheet.number,
        hand=sheet.hand + 1,
        cards=sheet.cards,
        dealer=sheet.dealer,
        order=sheet.order,
        bids=sheet.bids,
        tricks_left=sheet.cards,
        hands=len(sheet.planned),
        bid_total=total,
        term=bid_term(sheet.cards, total),
        barred=revise.barred,
        revisable=sheet.dealer,
        revisions=revise.legal,
        trump=sheet.trump,
        flip=sheet.flip,
    )
