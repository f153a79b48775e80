"""The rules of one hand, planned or tie-break: bidding, The Rule, tricks, points.

In every check `number` is the round to name in the error, None for a tie-break hand.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed
from scoring.cards import suit_called
from scoring.dirty_dog.callouts import bid_term, settled_trump
from scoring.dirty_dog.entries import FEWEST, Bids, Options
from scoring.dirty_dog.house_rules import FromCards, Missed, resolved
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message, at, counted


class Bidding(Struct, frozen=True):
    """The state of the bidding: the next bidder, None where all bid together; who has not bid (`waiting`), the sum of
    all bids, the bid The Rule bars, the legal bids; `bid_terms` is the term for each possible sum of all bids, from 0.
    """

    to_bid: int | None
    waiting: tuple[int, ...]
    bid_total: int
    barred: int | None
    legal: tuple[int, ...]
    bid_terms: tuple[str | None, ...]


def points(options: Options, bid: int, tricks: int, cards: int) -> int:
    """The points of a hand of so many cards: as written 5 and the tricks where the bid is made, else minus the larger
    of bid and tricks (DD-27 to DD-29, HR-DD-21). Whatever counts points asks here, or has a table made here; so
    options that change them are read here only.

    >>> [points(Options(), *each, 4) for each in ((2, 2), (1, 2), (3, 2), (0, 0))]
    [7, -2, -3, 5]
    >>> [points(Options(scoring="squares"), *each, 4) for each in ((2, 2), (1, 3))]
    [14, -4]
    """
    scoring = resolved(options.scoring)
    if bid != tricks:
        return _missed(scoring.missed, bid, tricks)
    made = scoring.made
    if tricks == 0 and made.zero is not None:
        return made.base + cards if made.zero == "cards" else made.zero
    return made.base + made.trick * tricks + (bid * bid if made.bid_squared else 0)


def _missed(missed: Missed, bid: int, tricks: int) -> int:
    match missed.by:
        case "greater":
            return -missed.each * max(bid, tricks)
        case "difference":
            return -(missed.base + missed.each * abs(bid - tricks))
        case "difference-squared":
            return -((bid - tricks) ** 2)
        case "nothing":
            return 0
    return missed.each * tricks


def worth(options: Options, cards: int) -> list[list[int]]:
    """The points of a hand of so many cards by bid and tricks, for what cannot ask: the forecasts in numpy, the
    tablet.

    >>> worth(Options(), 1)
    [[5, -1], [-1, 6]]
    """
    return [[points(options, bid, tricks, cards) for tricks in range(cards + 1)] for bid in range(cards + 1)]


def forbidden(options: Options, cards: int, bid_so_far: int) -> int | None:
    """The bid The Rule forbids the last bidder, or None (DD-18); `bid_so_far` is the sum of all other bids.

    >>> forbidden(Options(), 5, 4), forbidden(Options(), 5, 6), forbidden(Options(the_rule="off"), 5, 4)
    (1, None, None)
    """
    left = cards - bid_so_far
    return left if 0 <= left <= cards and has_rule(options, cards) else None


def has_rule(options: Options, cards: int) -> bool:
    """Whether The Rule forbids anything in a hand of so many cards (DD-18, HR-DD-21)."""
    rule = options.rule
    return cards >= rule.from_cards if isinstance(rule, FromCards) else rule == "on"


def bidding(options: Options, order: Sequence[int], cards: int, bids: Mapping[int, int]) -> Bidding:
    """The state of the bidding (DD-15 to DD-18), from which a screen takes everything it needs; `bids` are those made
    so far.

    >>> now = bidding(Options(), (1, 2, 0), 2, {1: 1, 2: 0})
    >>> now.to_bid, now.barred, now.legal
    (0, 1, (0, 2))
    """
    total = sum(bids.values())
    left = tuple(seat for seat in order if seat not in bids)
    barred = forbidden(options, cards, total) if left == (order[-1],) else None
    legal = tuple(bid for bid in range(cards + 1) if bid != barred) if left else ()
    bid_terms = tuple(bid_term(cards, bid) for bid in range(len(order) * cards + 1))
    to_bid = left[0] if left and options.bidding != "together" else None
    return Bidding(to_bid, left, total, barred, legal, bid_terms)


def check_bid(seat: int, bid: int, cards: int, number: int | None) -> None:
    """Raise Illegal `bid-range` unless the bid is 0 to the number of cards (DD-17)."""
    if not 0 <= bid <= cards:
        message = Message("{player} cannot bid {bid}: bid 0 to {cards}.", player=at(seat), bid=bid, cards=cards)
        raise Illegal("bid-range", message, at=number, seat=seat, field="bids")


def check_rule(options: Options, dealer: int, bids: Mapping[int, int], cards: int, number: int | None) -> None:
    """Raise Illegal `the-rule` where all bids add up to the number of cards (DD-18)."""
    barred = bids[dealer]
    if barred != forbidden(options, cards, sum(bids.values()) - barred):
        return
    if options.bidding == "together":
        message = counted(
            "The bids add up to {count}, as many as there are cards: {player} deals and bids otherwise.",
            "The bids add up to {count}, as many as there are cards: {player} deals and bids otherwise.",
            cards,
            player=at(dealer),
        )
        raise Illegal("the-rule", message, at=number, seat=dealer, field="bids")
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
    if field == "adjust":
        return Message("{player} did not play this hand: leave that player out.", player=at(seat))
    return Message("{player} does not play here: leave that player out of the opening.", player=at(seat))


# Checks bids and adds them to the sheet: in order, in range, never the one The Rule forbids (DD-13 to DD-20).


def bids(sheet: DirtyDogSheet, entry: Bids) -> DirtyDogSheet:
    """The sheet with the next bids in bidding order, usually those of the whole table at once; where all bid together
    they come in any order (HR-DD-21).
    """
    cards = cards_in_play(sheet)
    order = sheet.order
    bids = (_bids_together if sheet.options.bidding == "together" else _bids_in_order)(sheet, entry.bids, cards)
    if len(bids) == len(order) and sum(bids.values()) == cards:
        check_rule(sheet.options, order[-1], bids, cards, sheet.number)
    if entry.trump is None and entry.flip is None and (not sheet.is_bare() or not bids):
        return replace(sheet, bids=bids)
    return replace(sheet, bids=bids, trump=_trump(sheet, entry), flip=entry.flip or sheet.flip)


def _bids_in_order(sheet: DirtyDogSheet, given: Mapping[int, int], cards: int) -> dict[int, int]:
    order, first, bids = sheet.order, len(sheet.bids), dict(sheet.bids)
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
    return bids


def _bids_together(sheet: DirtyDogSheet, given: Mapping[int, int], cards: int) -> dict[int, int]:
    check_seats(sheet.order, given, sheet.number, "bids")
    _check_first_bids(sheet, given)
    for seat, bid in given.items():
        check_bid(seat, bid, cards, sheet.number)
    bids = {**sheet.bids, **given}
    return {seat: bids[seat] for seat in sheet.order if seat in bids}


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
    _check_first_bids(sheet, given)
    later = next(seat for seat in sheet.order[::-1] if seat in given)
    message = Message("{player} bids before {other}: write down that bid first.", player=at(missing), other=at(later))
    raise Illegal("bid-order", message, at=sheet.number, seat=missing, field="bids")


def _check_first_bids(sheet: DirtyDogSheet, given: Iterable[int]) -> None:
    """Raise Illegal `bid-order` where somebody has bid already: a bid stays (DD-19)."""
    for seat in given:
        if seat in sheet.bids:
            message = Message(
                "{player} has already bid {bid}: correct that bid instead of adding one.",
                player=at(seat),
                bid=sheet.bids[seat],
            )
            raise Illegal("bid-order", message, at=sheet.number, seat=seat, field="bids")


def _trump(sheet: DirtyDogSheet, entry: Bids) -> str | None:
    """The trump after this entry; where the hand has none, no card is turned up (HR-DD-01)."""
    try:
        trump = settled_trump(entry.trump, entry.flip, sheet.options.no_trump)
        if sheet.is_bare():
            if entry.flip is not None or trump not in (None, "none"):
                raise Malformed("card", _no_card_turns_up(sheet), field="flip")
            return "none"
        if trump == "none" and sheet.options.no_trump in ("largest", "never"):
            raise Malformed(
                "card", Message("By the rules of this match this hand has a trump: choose its suit."), field="trump"
            )
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


def _no_card_turns_up(sheet: DirtyDogSheet) -> Message:
    if sheet.cards * len(sheet.order) == sheet.options.deck:
        return Message("The whole deck is dealt, so no card turns up: there is no trump.")
    return Message("The largest hands are played without trump: leave the card out.")


def missing_bid(seat: int) -> Message:
    """The sentence for tricks before every bid is in (DD-20)."""
    return Message("{player}’s bid is missing: write down all bids before the tricks.", player=at(seat))
