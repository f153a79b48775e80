"""The start of a match: checks everything that was agreed (DD-01, DD-06, DD-08 to DD-11)."""

from scoring.base import Malformed
from scoring.dirty_dog import finish
from scoring.dirty_dog.entries import NAME, Options
from scoring.dirty_dog.hands.hand import check_seats
from scoring.dirty_dog.plan import FEWEST, bidding_order, most_cards, most_seats, planned_cards
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.messages import Message, Thousands, at, counted

LARGEST_OPENING = 1_000_000


def start(seats: int, options: Options) -> DirtyDogSheet:
    """The sheet before the first hand; raise a RuleError where what was agreed cannot be played (DD-01, DD-06, DD-08 to
    DD-11).
    """
    check_size(seats, options)
    planned = planned_cards(seats, options)
    active_seats = tuple(range(seats))
    opening = _opening(seats, options)
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
        hand_limit=most_cards(seats, full_deck=options.full_deck_hand),
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
