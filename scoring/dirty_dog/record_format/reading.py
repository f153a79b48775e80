"""Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, RuleError
from scoring.dirty_dog.entries import Bids, Join, Leave, Options, Pull, Redeal, Shorten, TiebreakHand, Tricks
from scoring.dirty_dog.record_format.record import Arrival, Finish, Record, RecordOptions, Round
from scoring.messages import Message, at
from scoring.record_format.naming import Names
from scoring.record_format.strict import shape

Entries = Iterator[Struct]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats at the start, the options and the entries of a record; raise a RuleError
    where it is not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    seats = len(names.list)
    try:
        options = _options(record.options, names)
        entries = [*_rounds(record.rounds, names), *_finish(record.finish, names)]
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, seats, options, entries


def _options(given: RecordOptions, names: Names) -> Options:
    return Options(
        first_dealer=0 if given.first_dealer is None else names.seat(given.first_dealer, "first_dealer"),
        max_cards=given.max_cards,
        max_hands=given.max_hands,
        full_deck_hand=given.full_deck_hand,
        plan=given.plan,
        opening=names.seats(given.opening, "opening"),
        over_ten=given.over_ten,
        stakes=given.stakes,
        first_jack=given.first_jack,
    )


def _rounds(rounds: Sequence[Round], names: Names) -> Entries:
    for number, hand in enumerate(rounds, 1):
        try:
            yield from _moves(hand, names)
            yield from _hand(hand, names, last=number == len(rounds))
        except RuleError as error:
            error.round = number
            raise


def _moves(hand: Round, names: Names) -> Entries:
    """Yield the departures and arrivals before this hand; a player may return, but not leave again right after
    arriving.
    """
    for name in hand.departures:
        yield _leave(name, names)
    for arrival in hand.arrivals:
        recorded = arrival if isinstance(arrival, Arrival) else Arrival(arrival)
        beside = None if recorded.after is None else names.seat(recorded.after, "arrivals")
        yield Join(names.add(recorded.player, "arrivals"), beside, recorded.over_ten)


def _leave(name: str, names: Names) -> Leave:
    seat = names.seat(name, "departures")
    names.gone.add(name)
    return Leave(seat)


def _hand(hand: Round, names: Names, *, last: bool) -> Entries:
    """Yield the entries of the hand itself; only the last one may be without tricks."""
    empty = hand.bids is None and hand.tricks is None and hand.flip is None and hand.trump is None
    if empty and not hand.void and last and (hand.arrivals or hand.departures):
        return
    bids, tricks = names.seats(hand.bids or {}, "bids"), names.seats(hand.tricks or {}, "tricks")
    if not hand.void:
        _all_bid(bids, tricks)
    if not (empty and hand.void):
        yield Bids(bids, hand.trump, hand.flip)
    if hand.void:
        yield Redeal(tricks)
    elif hand.tricks is not None or not last:
        yield Tricks(tricks)


def _all_bid(bids: Iterable[int], tricks: Iterable[int]) -> None:
    for seat in tricks:
        if seat not in bids:
            message = Message("{player}’s bid is missing: write down all bids before the tricks.", player=at(seat))
            raise Malformed("missing-bid", message, seat=seat, field="bids")


def _finish(finish: Finish, names: Names) -> Entries:
    """Yield the entries that settled the end; a player missing from a tie-break hand had left before it."""
    if finish.shortened:
        yield Shorten()
    departed = list(finish.departed)
    for hand in finish.tiebreak_hands:
        for name in [name for name in departed if name not in hand.bids]:
            departed.remove(name)
            yield _leave(name, names)
        yield TiebreakHand(names.seats(hand.bids, "bids"), names.seats(hand.tricks, "tricks"))
    for name in departed:
        yield _leave(name, names)
    for cards in finish.pulls:
        yield Pull(names.seats(cards, "pulls"))
