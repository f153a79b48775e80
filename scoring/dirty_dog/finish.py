"""The end of a match: winner, loser, ties at both ends, leavers (DD-34 to DD-44, DD-56)."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring.base import Illegal, Rank, places
from scoring.cards import rank_of
from scoring.dirty_dog.entries import Options, Pull, Settled, TiebreakHand
from scoring.dirty_dog.hand import check_bid, check_rule, check_seats, check_tricks, points
from scoring.dirty_dog.plan import bidding_order
from scoring.dirty_dog.sheet import DirtyDogSheet, Ending, SettledTie, TiebreakLine, tiebreak_cards
from scoring.messages import Message, at

NO_TIE = Message("Nobody is level at the top: there is no tie-break hand to play.")

NOWHERE = -(10**9)


def over(sheet: DirtyDogSheet, *, shortened: bool = False) -> DirtyDogSheet:
    """The sheet after its last hand, with the seats tied at the top and at the bottom (DD-34, DD-56)."""
    best = max((sheet.totals[seat] for seat in sheet.active_seats), default=0)
    tied_top = tuple(seat for seat in sheet.active_seats if sheet.totals[seat] == best)
    return replace(sheet, ending=Ending(tied_top, _bottom(sheet, tied_top), shortened=shortened))


def _bottom(sheet: DirtyDogSheet, tied_top: tuple[int, ...]) -> tuple[int, ...] | None:
    """The seats tied at the bottom; only with stakes `both` is the winner exempt and a tie at the top settled first
    (DD-47).
    """
    return _low(sheet, tied_top if sheet.options.stakes == "both" else ())


def _low(sheet: DirtyDogSheet, tied_top: tuple[int, ...]) -> tuple[int, ...] | None:
    """The seats tied at the bottom, leavers included, the winner never (DD-44, HR-DD-06, HR-DD-09).

    None while a tie at the top includes one of them, because its winner is exempt (DD-56).
    """
    pool = [seat for seat in sheet.seating_order if tied_top != (seat,) and seat not in sheet.never_played]
    least = min(sheet.totals[seat] for seat in pool)
    tied_bottom = tuple(seat for seat in pool if sheet.totals[seat] == least)
    return None if set(tied_bottom) & set(tied_top) else tied_bottom


def left(sheet: DirtyDogSheet, ending: Ending, seat: int) -> DirtyDogSheet:
    """The sheet after a seat leaves with a tie open: it is out of the tie at the top (HR-DD-06)."""
    if len(ending.tied_top) < 2 or seat not in ending.tied_top:
        return sheet
    tied_top = tuple(other for other in ending.tied_top if other != seat)
    tied_bottom = _low(sheet, tied_top) if ending.tied_bottom is None else ending.tied_bottom
    return replace(sheet, ending=replace(ending, tied_top=tied_top, tied_bottom=tied_bottom))


def tiebreak_order(sheet: DirtyDogSheet, ending: Ending) -> tuple[int, ...]:
    """The bidding order of the next tie-break hand; the deal keeps passing to the left (HR-DD-07)."""
    if not ending.hands:
        return sheet.order
    clockwise = bidding_order(sheet.seating_order, ending.hands[-1].dealer)
    dealer = next(seat for seat in clockwise if seat in sheet.active_seats)
    return bidding_order(sheet.active_seats, dealer)


def tiebreak(sheet: DirtyDogSheet, entry: TiebreakHand) -> DirtyDogSheet:
    """The sheet after a blind hand, which decides the tie at the top and nothing else; Illegal `tiebreak` where there
    is none (DD-36 to DD-39, HR-DD-07).
    """
    ending = sheet.ending
    if ending is None or not sheet.top_is_open:
        raise Illegal("tiebreak", NO_TIE, field="tiebreak_hands")
    order = _players(tiebreak_order(sheet, ending), ending, entry)
    cards = tiebreak_cards(len(sheet.active_seats), sheet.options.decks)
    _check_tiebreak(sheet.options, order, cards, entry)
    won = {seat: points(sheet.options, entry.bids[seat], entry.tricks[seat], cards) for seat in ending.tied_top}
    best = max(won.values())
    tied_top = tuple(seat for seat in ending.tied_top if won[seat] == best)
    line = TiebreakLine(len(ending.hands) + 1, cards, order[-1], order, entry.bids, entry.tricks, won)
    tied_bottom = _low(sheet, tied_top) if ending.tied_bottom is None else ending.tied_bottom
    return replace(
        sheet, ending=replace(ending, tied_top=tied_top, tied_bottom=tied_bottom, hands=(*ending.hands, line))
    )


def _players(order: tuple[int, ...], ending: Ending, entry: TiebreakHand) -> tuple[int, ...]:
    """The seats that play a tie-break hand, in bidding order: everybody the first one; a repeat may be left to those
    still tied (DD-36, HR-DD-07).
    """
    if ending.hands and entry.bids.keys() == set(ending.tied_top):
        return tuple(seat for seat in order if seat in ending.tied_top)
    return order


def _check_tiebreak(options: Options, order: tuple[int, ...], cards: int, entry: TiebreakHand) -> None:
    check_seats(order, entry.bids, None, "bids")
    for seat in order:
        if seat not in entry.bids:
            message = Message(
                "{player}’s bid is missing: everybody at the table plays the tie-break hand.", player=at(seat)
            )
            raise Illegal("missing-bid", message, seat=seat, field="bids")
        check_bid(seat, entry.bids[seat], cards, None)
    check_rule(options, order[-1], entry.bids, cards, None)
    check_tricks(order, entry.tricks, cards, None)


def pull(sheet: DirtyDogSheet, entry: Pull) -> DirtyDogSheet:
    """The sheet after one card pull for the tie at the bottom; Illegal `pull` where none is due (DD-40)."""
    ending = sheet.ending
    if ending is None:
        raise Illegal("pull", Message("The match is not over yet: nobody pulls a card."), field="pulls")
    if ending.tied_bottom is None:
        raise Illegal(
            "pull", Message("The tie at the top comes first: play the tie-break hand, then pull."), field="pulls"
        )
    if sheet.options.stakes == "nothing":
        raise Illegal("pull", Message("A group has no loser: cards are pulled for its line only."), field="pulls")
    if ending.outcome("bottom"):
        raise Illegal("pull", Message("It is written down already how the tie at the bottom ended."), field="pulls")
    tied_bottom = lowest(ending.tied_bottom, entry.cards)
    return replace(sheet, ending=replace(ending, tied_bottom=tied_bottom, pulls=(*ending.pulls, entry.cards)))


def settled(sheet: DirtyDogSheet, entry: Settled) -> DirtyDogSheet:
    """The sheet after a tie of which only the outcome is told; Illegal `settled` where no such tie is open (LG-07)."""
    ending = sheet.ending
    if ending is None:
        raise Illegal("settled", Message("The match is not over yet: there is no tie to settle."), field="settled")
    level = _open_tie(sheet, ending, entry)
    if (entry.seat is not None) != (entry.outcome == "taken"):
        message = Message("Name the player who took it, or nobody where it is shared or not known.")
        raise Illegal("settled", message, field="settled")
    if entry.seat is not None and entry.seat not in level:
        message = Message("{player} is not level with the others, so cannot have taken it.", player=at(entry.seat))
        raise Illegal("settled", message, seat=entry.seat, field="settled")
    return replace(sheet, ending=_settled(sheet, ending, entry, level))


def _open_tie(sheet: DirtyDogSheet, ending: Ending, entry: Settled) -> tuple[int, ...]:
    """The seats of the open tie that the entry is about."""
    if entry.end == "top":
        if sheet.top_is_open:
            return ending.tied_top
        raise Illegal("settled", Message("Nobody is level at the top: there is no tie to settle."), field="settled")
    if ending.tied_bottom is None:
        raise Illegal("settled", Message("The tie at the top comes first: say how that was settled."), field="settled")
    if not sheet.bottom_is_open:
        raise Illegal("settled", Message("Nobody is level at the bottom: there is no tie to settle."), field="settled")
    return ending.tied_bottom


def _settled(sheet: DirtyDogSheet, ending: Ending, entry: Settled, level: tuple[int, ...]) -> Ending:
    ties = (*ending.settled, SettledTie(entry.end, entry.outcome, level, entry.seat))
    after = level if entry.seat is None else (entry.seat,)
    if entry.end == "bottom":
        return replace(ending, tied_bottom=after, settled=ties)
    exempt = after if entry.outcome != "unknown" else ()
    tied_bottom = _lowest_total(sheet, exempt) if ending.tied_bottom is None else ending.tied_bottom
    return replace(ending, tied_top=after, tied_bottom=tied_bottom, settled=ties)


def _lowest_total(sheet: DirtyDogSheet, exempt: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the lowest total but for those who won; none where everybody shares the top."""
    pool = [seat for seat in sheet.seating_order if seat not in (*exempt, *sheet.never_played)]
    least = min((sheet.totals[seat] for seat in pool), default=0)
    return tuple(seat for seat in pool if sheet.totals[seat] == least)


def lowest(tied: tuple[int, ...], cards: Mapping[int, str]) -> tuple[int, ...]:
    """The seats of `tied` with the lowest card, aces high, which lose or pull again (DD-40, DD-41, HR-DD-08). Illegal
    `pull` unless exactly the tied seats pull.

    >>> lowest((0, 1, 3), {0: "4C", 1: "AS", 3: "4H"})
    (0, 3)
    """
    if len(tied) < 2:
        raise Illegal(
            "pull", Message("Nobody is level at the bottom any more: there is no card to pull."), field="pulls"
        )
    _check_pull(tied, cards)
    ranks = {seat: rank_of(card) for seat, card in cards.items()}
    return tuple(seat for seat in tied if ranks[seat] == min(ranks.values()))


def _check_pull(seats: tuple[int, ...], cards: Mapping[int, str]) -> None:
    """Raise Illegal `pull` unless exactly these seats pull a card each."""
    for seat in cards:
        if seat not in seats:
            raise Illegal(
                "pull",
                Message("{player} is not level with the others and pulls no card.", player=at(seat)),
                seat=seat,
                field="pulls",
            )
    for seat in seats:
        if seat not in cards:
            raise Illegal(
                "pull", Message("{player} has to pull a card too.", player=at(seat)), seat=seat, field="pulls"
            )


def ranks(sheet: DirtyDogSheet) -> tuple[Rank, ...]:
    """The places, so far or final: tie-break hands, or who is said to have won, rank the tied, and no leaver is above
    the table (HR-DD-06); whoever never played stands below everybody (HR-DD-19).
    """
    there = {*sheet.active_seats, *sheet.winners}
    best = max((sheet.totals[seat] for seat in there), default=None)
    played = sheet.ending.hands if sheet.ending is not None else ()
    took = {tie.seat for tie in sheet.ending.settled if tie.end == "top"} if sheet.ending is not None else set()

    never = sheet.never_played

    def key(seat: int) -> tuple[int, int, tuple[int, ...]]:
        total = sheet.totals[seat]
        if seat in never:
            return NOWHERE, 0, ()
        if seat not in there and best is not None and total >= best:
            return best, 0, (total,)
        return total, 1, (*(hand.points[seat] for hand in played if seat in hand.points), int(seat in took))

    return places(sheet.totals, {seat: key(seat) for seat in sheet.totals})
