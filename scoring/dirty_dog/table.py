"""The table: what was agreed at the start, late arrivals and leavers (DD-01, DD-06, DD-08 to DD-12, DD-43, DD-44)."""

from msgspec.structs import replace

from scoring.base import Illegal, Malformed
from scoring.dirty_dog import finish
from scoring.dirty_dog.entries import CROWD, FEWEST, Join, Options
from scoring.dirty_dog.hand import check_seats
from scoring.dirty_dog.house_rules import NAME
from scoring.dirty_dog.plan import bidding_order, largest_hand, most_seats, planned_cards
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message, Thousands, at, counted

# The start of a match: checks everything that was agreed (DD-01, DD-06, DD-08 to DD-11).


LARGEST_OPENING = 1_000_000


def start(seats: int, options: Options) -> DirtyDogSheet:
    """The sheet before the first hand; raise a RuleError where what was agreed cannot be played (DD-01, DD-06, DD-08 to
    DD-11).
    """
    check_size(seats, options)
    planned = planned_cards(seats, options)
    active_seats = tuple(range(seats))
    opening = _opening(seats, options) if options.opening else dict.fromkeys(active_seats, 0)
    if options.first_dealer not in active_seats:
        message = Message("There is no seat {seat} to deal first.", seat=options.first_dealer + 1)
        raise Malformed("unknown-player", message, field="first_dealer")
    sheet = DirtyDogSheet(
        seats=seats,
        active_seats=active_seats,
        lines=(),
        totals=opening,
        options=options,
        planned=planned,
        hand_limit=largest_hand(seats, options),
        seating_order=active_seats,
        departed=(),
        opening=opening,
        hand=0,
        dealer=options.first_dealer,
        last_dealer=None,
        order=bidding_order(active_seats, options.first_dealer),
        bids={},
        trump=None,
        flip=None,
        forms=dict.fromkeys(active_seats, 1),
        lowest=min(opening.values()),
        joined_or_left=(),
        redeal=False,
        ending=None,
    )
    return sheet if planned else finish.over(sheet)


def check_size(seats: int, options: Options) -> None:
    """Raise Malformed `players` unless 2 to 10 sit at the table, or more where that was agreed (DD-01, HR-DD-03)."""
    most = most_seats(options)
    if seats < FEWEST:
        raise Malformed("players", Message("{game} needs at least 2 players: add another.", game=NAME), field="players")
    if seats > most:
        message = counted(
            "{count} player is too many for one table: {most} is the most, so make two tables and a play-off.",
            "{count} players are too many for one table: {most} is the most, so make two tables and a play-off.",
            seats,
            most=most,
        )
        raise Malformed("players", message, field="players")


def _opening(seats: int, options: Options) -> dict[int, int]:
    check_seats(range(seats), options.opening, None, "opening")
    for seat, points in options.opening.items():
        if abs(points) > LARGEST_OPENING:
            message = counted(
                "{player} cannot carry in {count} point: {most} are the most.",
                "{player} cannot carry in {count} points: {most} are the most.",
                points,
                player=at(seat),
                most=Thousands(LARGEST_OPENING),
            )
            raise Malformed("opening", message, seat=seat, field="opening")
    return {seat: options.opening.get(seat, 0) for seat in range(seats)}


# Changes of the table: late arrivals and leavers between two hands (DD-12, DD-43, DD-44).


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
    seat, seating_order = entry.seat, _seated(sheet.seating_order, entry.seat, _neighbour(sheet, entry))
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


def _neighbour(sheet: DirtyDogSheet, entry: Join) -> int | None:
    """The seat to whose left a player sits down. Where nothing is said, a latecomer sits at the first dealer's right
    from revision 1.4 on (HR-DD-05), and whoever returns has the old chair.
    """
    if entry.after is None and sheet.options.rules != "1.3" and entry.seat not in sheet.seating_order:
        return usual_seat(sheet)
    return entry.after


def usual_seat(sheet: DirtyDogSheet) -> int:
    """The seat at the first dealer's right, even if its player has left (HR-DD-05)."""
    return sheet.seating_order[sheet.seating_order.index(sheet.options.first_dealer) - 1]


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
    if sheet.ending is not None and (not sheet.needs or sheet.ending.settled):
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
    hand_limit = largest_hand(len(active_seats), sheet.options)
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
