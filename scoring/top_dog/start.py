"""The start of a match: checks everything that was agreed (TD-01, TD-16 to TD-22, TD-26)."""

from collections.abc import Sequence

from scoring.base import Malformed
from scoring.messages import Message, Thousands, counted, either
from scoring.top_dog.entries import ARRANGING, DUMMY_SCORING, NAME, SUITS, Options
from scoring.top_dog.hands import cards_in_hand
from scoring.top_dog.sheet import TopDogSheet

FEWEST, MOST = 2, 4
HIGHEST_TARGET = 1000


def start(seats: int, options: Options) -> TopDogSheet:
    """The sheet before the first round; Malformed `players`, `options` or `unknown-player` where nobody can play like
    this.
    """
    if not FEWEST <= seats <= MOST:
        message = counted(
            "{game} is for {fewest} to {most} players, one suit each: there are {count}.",
            "{game} is for {fewest} to {most} players, one suit each: there are {count}.",
            seats,
            fewest=FEWEST,
            most=MOST,
            game=NAME,
        )
        raise Malformed("players", message, field="players")
    check(seats, options)
    active_seats = tuple(range(seats))
    return TopDogSheet(
        seats=seats, active_seats=active_seats, lines=(), totals=dict.fromkeys(active_seats, 0), options=options
    )


def check(seats: int, options: Options) -> None:
    """Raise Malformed `options` where the options contradict each other or are out of range (TD-26)."""
    if not 1 <= options.target <= HIGHEST_TARGET:
        message = Message(
            "The match cannot be played to {target}: choose 1 to {most}.",
            target=options.target,
            most=Thousands(HIGHEST_TARGET),
        )
        raise Malformed("options", message, field="target")
    _check_choice("arranging", options.arranging, ARRANGING)
    _check_choice("dummy_scoring", options.dummy_scoring, DUMMY_SCORING)
    _check_choice("suits", options.suits, SUITS)
    if options.dummy:
        _check_dummy(seats, options)
    elif options.dummy_scoring != "add":
        message = Message(
            "No dummy plays, so there is nothing to score against it: leave that out, or let a dummy play."
        )
        raise Malformed("options", message, field="dummy_scoring")
    _check_arranger(seats, options)


def _check_choice(field: str, given: str | int, choices: Sequence[str | int]) -> None:
    if given not in choices:
        message = Message(
            "“{given}” is not a choice for “{field}”: use {known}.",
            given=str(given),
            field=field,
            known=either([str(choice) for choice in choices]),
        )
        raise Malformed("options", message, field=field)


def _check_dummy(seats: int, options: Options) -> None:
    """Raise Malformed where there is no suit left for the dummy, which takes one like every player (TD-01, TD-19)."""
    if cards_in_hand(seats, options) > MOST:
        message = counted(
            "{count} player and a dummy is one suit too many: with a dummy {most} can play.",
            "{count} players and a dummy are one suit too many: with a dummy {most} can play.",
            seats,
            most=MOST - 1,
        )
        raise Malformed("options", message, field="dummy")


def _check_arranger(seats: int, options: Options) -> None:
    if options.first_arranger == 0:
        return
    if options.arranging != "rotating":
        message = Message(
            "Only where players take turns at arranging (variation 2) does one of them begin: leave that out."
        )
        raise Malformed("options", message, field="first_arranger")
    if not 0 <= options.first_arranger < seats:
        message = Message("There is no seat {seat} to arrange first.", seat=options.first_arranger + 1)
        raise Malformed("unknown-player", message, field="first_arranger")
