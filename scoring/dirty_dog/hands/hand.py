"""The rules of one hand, planned or tie-break: bidding, The Rule, tricks, points.

In every check `number` is the round to name in the error, None for a tie-break hand.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.base import Illegal
from scoring.dirty_dog.callouts import bid_term
from scoring.messages import Message, at, counted


class Bidding(Struct, frozen=True):
    """The state of the bidding: the next bidder, the sum of all bids, the bid The Rule bars, the legal bids;
    `bid_terms` is the term for each possible sum of all bids, from 0.
    """

    to_bid: int | None
    bid_total: int
    barred: int | None
    legal: tuple[int, ...]
    bid_terms: tuple[str | None, ...]


def points(bid: int, tricks: int) -> int:
    """The points of a hand: 5 and the tricks where the bid is made, else minus the larger of bid and tricks (DD-27 to
    DD-29).

    >>> points(2, 2), points(1, 2), points(3, 2), points(0, 0)
    (7, -2, -3, 5)
    """
    return 5 + tricks if bid == tricks else -max(bid, tricks)


def forbidden(cards: int, bid_so_far: int) -> int | None:
    """The bid The Rule forbids the last bidder, or None (DD-18); `bid_so_far` is the sum of all other bids.

    >>> forbidden(5, 4), forbidden(5, 6)
    (1, None)
    """
    left = cards - bid_so_far
    return left if 0 <= left <= cards else None


def bidding(order: Sequence[int], cards: int, bids: Mapping[int, int]) -> Bidding:
    """The state of the bidding (DD-15 to DD-18), from which a screen takes everything it needs; `bids` are those made
    so far.

    >>> now = bidding((1, 2, 0), 2, {1: 1, 2: 0})
    >>> now.to_bid, now.barred, now.legal
    (0, 1, (0, 2))
    """
    total = sum(bids.values())
    left = [seat for seat in order if seat not in bids]
    barred = forbidden(cards, total) if len(left) == 1 else None
    legal = tuple(bid for bid in range(cards + 1) if bid != barred) if left else ()
    bid_terms = tuple(bid_term(cards, bid) for bid in range(len(order) * cards + 1))
    return Bidding(left[0] if left else None, total, barred, legal, bid_terms)


def check_bid(seat: int, bid: int, cards: int, number: int | None) -> None:
    """Raise Illegal `bid-range` unless the bid is 0 to the number of cards (DD-17)."""
    if not 0 <= bid <= cards:
        message = Message("{player} cannot bid {bid}: bid 0 to {cards}.", player=at(seat), bid=bid, cards=cards)
        raise Illegal("bid-range", message, at=number, seat=seat, field="bids")


def check_rule(dealer: int, bids: Mapping[int, int], cards: int, number: int | None) -> None:
    """Raise Illegal `the-rule` where all bids add up to the number of cards (DD-18)."""
    if sum(bids.values()) != cards:
        return
    barred = bids[dealer]
    message = counted(
        "{player} may not bid {bid}: {total} bid so far, {count} card.",
        "{player} may not bid {bid}: {total} bid so far, {count} cards.",
        cards,
        player=at(dealer),
        bid=barred,
        total=cards - barred,
    )
    raise Illegal("the-rule", message, at=number, seat=dealer, field="bids")


def check_tricks(order: Iterable[int], tricks: Mapping[int, int], cards: int, number: int | None) -> None:
    """Raise Illegal unless everybody's tricks are there, each 0 to the number of cards, and add up to the cards
    (DD-25).
    """
    check_seats(order, tricks, number, "tricks")
    for seat in order:
        if seat not in tricks:
            message = Message("How many tricks did {player} take? Everybody’s are needed.", player=at(seat))
            raise Illegal("missing-tricks", message, at=number, seat=seat, field="tricks")
    check_trick_range(tricks, cards, number)
    placed = sum(tricks.values())
    if placed != cards:
        raise Illegal("tricks-sum", _wrong_sum(placed, cards), at=number, field="tricks")


def _wrong_sum(placed: int, cards: int) -> Message:
    if placed < cards:
        return counted(
            "The tricks add up to {placed}, but {count} was played: place {missing} more.",
            "The tricks add up to {placed}, but {count} were played: place {missing} more.",
            cards,
            placed=placed,
            missing=cards - placed,
        )
    return counted(
        "The tricks add up to {placed}, but {count} was played: take {over} away.",
        "The tricks add up to {placed}, but {count} were played: take {over} away.",
        cards,
        placed=placed,
        over=placed - cards,
    )


def check_trick_range(tricks: Mapping[int, int], cards: int, number: int | None) -> None:
    """Raise Illegal `tricks-range` unless every number is 0 to the number of cards."""
    for seat, taken in tricks.items():
        if not 0 <= taken <= cards:
            message = counted(
                "{player} cannot have taken {taken}: 0 to {count} tricks are possible.",
                "{player} cannot have taken {taken}: 0 to {count} tricks are possible.",
                cards,
                player=at(seat),
                taken=taken,
            )
            raise Illegal("tricks-range", message, at=number, seat=seat, field="tricks")


def check_seats(order: Iterable[int], given: Iterable[int], number: int | None, field: str) -> None:
    """Raise Illegal `unknown-player` where a seat is not at the table; `field` is what it was given for."""
    there = frozenset(order)
    for seat in given:
        if seat not in there:
            raise Illegal("unknown-player", _outside(seat, field), at=number, seat=seat, field=field)


def _outside(seat: int, field: str) -> Message:
    if field == "bids":
        return Message("{player} does not play here: leave that player out of the bids.", player=at(seat))
    if field == "tricks":
        return Message("{player} does not play here: leave that player out of the tricks.", player=at(seat))
    return Message("{player} does not play here: leave that player out of the opening.", player=at(seat))
