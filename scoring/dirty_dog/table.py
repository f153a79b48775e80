"""Changes of the table: late arrivals and leavers between two hands (DD-12, DD-43, DD-44)."""

from msgspec.structs import replace

from scoring.base import Illegal
from scoring.dirty_dog import finish
from scoring.dirty_dog.entries import Join
from scoring.dirty_dog.plan import CROWD, bidding_order, most_cards, most_seats
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message, at


def late_total(sheet: DirtyDogSheet, seat: int | None = None) -> int:
    """The total a latecomer starts with: the lowest after the last scored hand (DD-43, HR-DD-05).

    A player who returns (`seat`) keeps a total that is even lower, so that leaving cannot improve it.
    """
    if seat is None or seat not in sheet.departed:
        return sheet.lowest
    return min(sheet.lowest, sheet.totals[seat])


def join(sheet: DirtyDogSheet, entry: Join) -> DirtyDogSheet:
    """The sheet after a seat joins between hands; the plan keeps its hands, with fewer cards where the larger table
    needs it (HR-DD-05). Raise Illegal where it cannot join.
    """
    _check_join(sheet, entry)
    seat, seating_order = entry.seat, _seated(sheet.seating_order, entry.seat, entry.after)
    total = late_total(sheet, seat)
    totals = {**sheet.totals, seat: total}
    brought = total - sheet.totals.get(seat, 0)
    joined = replace(
        sheet,
        seats=max(sheet.seats, seat + 1),
        seating_order=seating_order,
        departed=tuple(other for other in sheet.departed if other != seat),
        totals={seat: totals[seat] for seat in seating_order},
        opening={**sheet.opening, seat: sheet.opening.get(seat, 0) + brought},
        forms={**sheet.forms, seat: sheet.forms.get(seat, 1)},
        joined_or_left=(*sheet.joined_or_left, seat),
    )
    return _seat_table(joined)


def _check_join(sheet: DirtyDogSheet, entry: Join) -> None:
    if sheet.ending is not None:
        raise Illegal(
            "round-after-end",
            Message("The last hand is played: nobody can sit down any more."),
            at=sheet.number,
            seat=entry.seat,
        )
    if sheet.in_hand:
        message = Message("{player} can sit down when this hand is finished.", player=at(entry.seat))
        raise Illegal("between-hands", message, at=sheet.number, seat=entry.seat, field="arrivals")
    if entry.seat != sheet.seats and entry.seat not in sheet.departed:
        message = Message(
            "{player} cannot sit down: seat {seat} is the next free one.", player=at(entry.seat), seat=sheet.seats + 1
        )
        raise Illegal("duplicate-player", message, at=sheet.number, seat=entry.seat, field="arrivals")
    if entry.seat in sheet.joined_or_left:
        message = Message("{player} has only just left: undo that instead.", player=at(entry.seat))
        raise Illegal("duplicate-player", message, at=sheet.number, seat=entry.seat, field="arrivals")
    if entry.after is not None and entry.after not in sheet.seating_order:
        message = Message("{player} cannot sit next to somebody who never sat here.", player=at(entry.seat))
        raise Illegal("unknown-player", message, at=sheet.number, seat=entry.seat, field="arrivals")
    most = CROWD if entry.over_ten else most_seats(sheet.options)
    if len(sheet.active_seats) >= most:
        raise Illegal(
            "players",
            _full(entry.seat, len(sheet.active_seats) + 1, most),
            at=sheet.number,
            seat=entry.seat,
            field="arrivals",
        )


def _full(seat: int, number: int, most: int) -> Message:
    if most < CROWD:
        return Message(
            "The table is full: {player} would be player {number}. More than ten may sit here only if the table agrees "
            "outright.",
            player=at(seat),
            number=number,
        )
    return Message("The table is full: {player} would be player {number}.", player=at(seat), number=number)


def _seated(seating_order: tuple[int, ...], seat: int, after: int | None) -> tuple[int, ...]:
    """The seating order with a seat placed to the left of `after`; without `after` a latecomer is added at its end."""
    if after is None or after == seat:
        return seating_order if seat in seating_order else (*seating_order, seat)
    others = [other for other in seating_order if other != seat]
    place = others.index(after) + 1
    return (*others[:place], seat, *others[place:])


def check_leave(sheet: DirtyDogSheet, seat: int) -> None:
    """Raise Illegal unless the seat is at the table and the match not decided; a seat that has just joined can leave
    only once the hand has begun.
    """
    if sheet.ending is not None and not sheet.needs:
        raise Illegal(
            "round-after-end", Message("The match is decided: {player} may simply go home.", player=at(seat)), seat=seat
        )
    if seat not in sheet.active_seats:
        message = Message("{player} does not sit at the table, so cannot leave it.", player=at(seat))
        raise Illegal("unknown-player", message, at=sheet.number, seat=seat, field="departures")
    if seat in sheet.joined_or_left and not sheet.in_hand:
        message = Message("{player} has only just sat down: undo that instead.", player=at(seat))
        raise Illegal("duplicate-player", message, at=sheet.number, seat=seat, field="departures")


def leave(sheet: DirtyDogSheet, seat: int) -> DirtyDogSheet:
    """The sheet after a seat leaves: its total is frozen, and the deal skips it (DD-44, HR-DD-06)."""
    gone = _seat_table(replace(sheet, departed=(*sheet.departed, seat), joined_or_left=(*sheet.joined_or_left, seat)))
    return gone if gone.ending is None else finish.left(gone, gone.ending, seat)


def _seat_table(sheet: DirtyDogSheet) -> DirtyDogSheet:
    """The sheet with the dealer, the bidding order and the most cards for those who now sit at the table."""
    active_seats = tuple(seat for seat in sheet.seating_order if seat not in sheet.departed)
    if not active_seats:
        return replace(sheet, active_seats=active_seats, order=())
    dealer = _dealer(sheet, active_seats)
    hand_limit = most_cards(len(active_seats), full_deck=sheet.options.full_deck_hand)
    return replace(
        sheet,
        active_seats=active_seats,
        hand_limit=hand_limit,
        dealer=dealer,
        order=bidding_order(active_seats, dealer),
    )


def _dealer(sheet: DirtyDogSheet, active_seats: tuple[int, ...]) -> int:
    """The dealer: the next to the left of the last one (DD-12); a hand dealt again keeps its dealer if still there
    (DD-55).
    """
    if sheet.redeal:
        first = sheet.lines[-1].dealer
    elif sheet.last_dealer is None:
        first = sheet.options.first_dealer
    else:
        first = bidding_order(sheet.seating_order, sheet.last_dealer)[0]
    clockwise = (first, *bidding_order(sheet.seating_order, first))
    return next(seat for seat in clockwise if seat in active_seats)
