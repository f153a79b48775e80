"""The arithmetic of one hand: bidding, The Rule, tricks, points. Whole hands and tie-break hands share it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.base import Illegal
from scoring.dirty_dog.callouts import bid_term
from scoring.messages import Message, at, counted


class Bidding(Struct, frozen=True):
    """Where the bidding stands: who bids, what is legal, and what each total of the whole table would be called."""

    to_bid: int | None
    bid_total: int
    barred: int | None
    legal: tuple[int, ...]
    says: tuple[str | None, ...]


def points(bid: int, tricks: int) -> int:
    """What a hand is worth (DD-27 to DD-29).

    >>> points(2, 2), points(1, 2), points(3, 2), points(0, 0)
    (7, -2, -3, 5)
    """
    return 5 + tricks if bid == tricks else -max(bid, tricks)


def forbidden(cards: int, bid_so_far: int) -> int | None:
    """The bid The Rule keeps from the last bidder, if any (DD-18).

    >>> forbidden(5, 4), forbidden(5, 6)
    (1, None)
    """
    left = cards - bid_so_far
    return left if 0 <= left <= cards else None


def bidding(order: Sequence[int], cards: int, bids: Mapping[int, int]) -> Bidding:
    """What the next bidder may do (DD-15 to DD-18); the screen asks this and decides nothing itself.

    >>> now = bidding((1, 2, 0), 2, {1: 1, 2: 0})
    >>> now.to_bid, now.barred, now.legal
    (0, 1, (0, 2))
    """
    total = sum(bids.values())
    left = [seat for seat in order if seat not in bids]
    barred = forbidden(cards, total) if len(left) == 1 else None
    legal = tuple(bid for bid in range(cards + 1) if bid != barred) if left else ()
    says = tuple(bid_term(cards, bid) for bid in range(len(order) * cards + 1))
    return Bidding(left[0] if left else None, total, barred, legal, says)


def check_bid(seat: int, bid: int, cards: int, number: int | None) -> None:
    """A bid is 0 to the number of cards (DD-17)."""
    if not 0 <= bid <= cards:
        message = Message("{player} cannot bid {bid}: bid 0 to {cards}.", player=at(seat), bid=bid, cards=cards)
        raise Illegal("bid-range", message, at=number, seat=seat, field="bids")


def check_rule(dealer: int, bids: Mapping[int, int], cards: int, number: int | None) -> None:
    """All bids together may not come to the number of cards (DD-18)."""
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
    """Everybody's tricks, each 0 to the number of cards, add up to the cards (DD-25)."""
    check_seats(order, tricks, number, "tricks")
    for seat in order:
        if seat not in tricks:
            message = Message("How many tricks did {player} take? Everybody’s are needed.", player=at(seat))
            raise Illegal("missing-tricks", message, at=number, seat=seat, field="tricks")
    check_trick_range(tricks, cards, number)
    placed = sum(tricks.values())
    if placed != cards:
        raise Illegal("tricks-sum", _off(placed, cards), at=number, field="tricks")


def _off(placed: int, cards: int) -> Message:
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
    """Nobody takes fewer than no tricks or more than there are."""
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
    """Only those at the table bid, take tricks or pull."""
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
