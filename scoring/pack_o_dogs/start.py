"""The start of a match: checks everything that was agreed (PK-01, PK-35)."""

from scoring.base import Malformed
from scoring.messages import Message
from scoring.pack_o_dogs.entries import NAME, Options
from scoring.pack_o_dogs.sheet import PackSheet

PLAYERS = 2
MOST_GAMES = 99
NOTHING = {0: 0, 1: 0}


def start(seats: int, options: Options) -> PackSheet:
    """The sheet before the first round; Malformed `players` unless two play, `malformed` where mode or number of games
    is wrong.
    """
    if seats != PLAYERS:
        message = Message("{game} is a game for two: keep score for exactly 2 players.", game=NAME)
        raise Malformed("players", message, field="players")
    if options.mode not in ("complex", "base"):
        message = Message("There is no “{mode}” game: choose complex or base.", mode=options.mode)
        raise Malformed("malformed", message, field="mode")
    if not 1 <= options.games <= MOST_GAMES:
        message = Message("A match is 1 to {most} games, not {games}.", most=MOST_GAMES, games=options.games)
        raise Malformed("malformed", message, field="games")
    return PackSheet(
        seats=seats,
        active_seats=(0, 1),
        lines=(),
        totals=NOTHING,
        options=options,
        game=1,
        rounds_won=NOTHING,
        points=NOTHING,
        leader=None,
        streak=0,
        piles=NOTHING,
        captures=0,
        games=(),
    )
