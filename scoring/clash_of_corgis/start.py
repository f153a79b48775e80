"""The start of a series: checks everything that was agreed (CC-03, CC-04, HR-CC-01)."""

from scoring.base import Malformed
from scoring.clash_of_corgis.entries import NAME, Options
from scoring.clash_of_corgis.sheet import CorgisSheet
from scoring.messages import Message, counted

FEWEST, MOST = 2, 4
LONGEST = 99


def start(seats: int, options: Options) -> CorgisSheet:
    """The sheet before the first game; Malformed `players`, `best-of` or `unknown-player` where the series cannot be
    played like this.
    """
    if not FEWEST <= seats <= MOST:
        message = counted(
            "{game} is for {fewest} to {most} players: there are {count}.",
            "{game} is for {fewest} to {most} players: there are {count}.",
            seats,
            fewest=FEWEST,
            most=MOST,
            game=NAME,
        )
        raise Malformed("players", message, field="players")
    check_best_of(options.best_of)
    active_seats = tuple(range(seats))
    if options.first_starter is not None and options.first_starter not in active_seats:
        message = Message("There is no seat {seat} to start the first game.", seat=options.first_starter + 1)
        raise Malformed("unknown-player", message, field="first_starter")
    return CorgisSheet(
        seats=seats, active_seats=active_seats, lines=(), totals=dict.fromkeys(active_seats, 0), options=options
    )


def check_best_of(games: int) -> None:
    """Raise Malformed `best-of` unless the number is odd, from 1 to 99, so that more than half of the games win
    (HR-CC-01).
    """
    if 1 <= games <= LONGEST and games % 2:
        return
    if 1 < games < LONGEST:
        message = Message(
            "A series cannot be the best of {games}: choose {less} or {more}.",
            games=games,
            less=games - 1,
            more=games + 1,
        )
    else:
        message = Message(
            "A series cannot be the best of {games}: choose an odd number from 1 to {most}.", games=games, most=LONGEST
        )
    raise Malformed("best-of", message, field="best_of")
