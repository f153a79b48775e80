"""Before the first game: everything agreed is checked (CC-03, CC-04, HR-CC-01)."""

from scoring.base import Malformed
from scoring.clash_of_corgis.entries import Options
from scoring.clash_of_corgis.sheet import CorgisSheet
from scoring.table import minus

FEWEST, MOST = 2, 4
LONGEST = 99


def start(seats: int, options: Options) -> CorgisSheet:
    """The sheet before the first game; Malformed `players` or `best-of` where no series can be played like this."""
    if not FEWEST <= seats <= MOST:
        message = f"Clash of Corgis is for {FEWEST} to {MOST} players: there are {seats}."
        raise Malformed("players", message, field="players")
    check_best_of(options.best_of)
    around = tuple(range(seats))
    if options.first_starter is not None and options.first_starter not in around:
        message = f"There is no seat {options.first_starter + 1} to start the first game."
        raise Malformed("unknown-player", message, field="first_starter")
    return CorgisSheet(seats=seats, around=around, lines=(), totals=dict.fromkeys(around, 0), options=options)


def check_best_of(games: int) -> None:
    """A series has an odd number of games, so that more than half of them win it (HR-CC-01)."""
    if 1 <= games <= LONGEST and games % 2:
        return
    near = f"{games - 1} or {games + 1}" if 1 < games < LONGEST else f"an odd number from 1 to {LONGEST}"
    raise Malformed("best-of", f"A series cannot be the best of {minus(games)}: choose {near}.", field="best_of")
