"""Checks bids and adds them to the sheet: in order, in range, never the one The Rule forbids (DD-13 to DD-20)."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring.base import Illegal, Malformed
from scoring.cards import suit_called
from scoring.dirty_dog.entries import Bids
from scoring.dirty_dog.hands.cards import settled_trump
from scoring.dirty_dog.hands.hand import check_bid, check_rule, check_seats
from scoring.dirty_dog.plan import DECK, FEWEST
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message, at


def bids(sheet: DirtyDogSheet, entry: Bids) -> DirtyDogSheet:
    """The sheet with the next bids in bidding order, usually those of the whole table at once."""
    cards = cards_in_play(sheet)
    given, order = entry.bids, sheet.order
    first = len(sheet.bids)
    bids = dict(sheet.bids)
    for seat in order[first : first + len(given)]:
        bid = given.get(seat)
        if bid is None:
            _wrong_bidders(sheet, given, seat)
        elif not 0 <= bid <= cards:
            check_bid(seat, bid, cards, sheet.number)
        else:
            bids[seat] = bid
    if len(bids) != first + len(given):
        _wrong_bidders(sheet, given, order[-1])
    if len(bids) == len(order) and sum(bids.values()) == cards:
        check_rule(order[-1], bids, cards, sheet.number)
    if entry.trump is None and entry.flip is None and (cards * len(order) != DECK or not bids):
        return replace(sheet, bids=bids)
    return replace(sheet, bids=bids, trump=_trump(sheet, entry), flip=entry.flip or sheet.flip)


def cards_in_play(sheet: DirtyDogSheet) -> int:
    """How many cards the hand in progress has; Illegal where no hand can be played any more."""
    if sheet.ending is not None:
        raise Illegal(
            "round-after-end", Message("All planned hands are played: no hand can be added."), at=sheet.number
        )
    if len(sheet.order) < FEWEST:
        message = Message("A hand needs at least 2 players: let somebody sit down, or stop the match here.")
        raise Illegal("players", message, at=sheet.number)
    return sheet.cards


def _wrong_bidders(sheet: DirtyDogSheet, given: Mapping[int, int], missing: int) -> None:
    """Raise the error for bids that are not those of the next bidders: bids go round in order (DD-15) and stay (DD-19).
    `missing` is the seat whose bid is next.
    """
    check_seats(sheet.order, given, sheet.number, "bids")
    for seat in given:
        if seat in sheet.bids:
            message = Message(
                "{player} has already bid {bid}: correct that bid instead of adding one.",
                player=at(seat),
                bid=sheet.bids[seat],
            )
            raise Illegal("bid-order", message, at=sheet.number, seat=seat, field="bids")
    later = next(seat for seat in sheet.order[::-1] if seat in given)
    message = Message("{player} bids before {other}: write down that bid first.", player=at(missing), other=at(later))
    raise Illegal("bid-order", message, at=sheet.number, seat=missing, field="bids")


def _trump(sheet: DirtyDogSheet, entry: Bids) -> str | None:
    """The trump after this entry; with the whole deck dealt no card is turned up (HR-DD-01)."""
    try:
        trump = settled_trump(entry.trump, entry.flip)
        if sheet.cards * len(sheet.order) == DECK:
            if entry.flip is not None or trump not in (None, "none"):
                raise Malformed(
                    "card", Message("The whole deck is dealt, so no card turns up: there is no trump."), field="flip"
                )
            return "none"
        if trump is not None and sheet.trump not in (None, trump):
            raise Malformed(
                "card",
                Message(
                    "The trump of this hand is {trump}, not {other}.",
                    trump=suit_called(sheet.trump or "none"),
                    other=suit_called(trump),
                ),
                field="trump",
            )
    except Malformed as error:
        error.round = sheet.number
        raise
    return trump or sheet.trump
