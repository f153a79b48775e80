"""Which game's ratings are asked for."""

from games.base.table_game import TableGame
from games.registry import TABLE_GAMES


def game_of(asked: str, rated: set[str]) -> TableGame:
    """The game that is asked for, else the first in which anybody is rated."""
    found = [room for room in TABLE_GAMES if room.key == asked] or [room for room in TABLE_GAMES if room.key in rated]
    return next(iter(found), TABLE_GAMES[0])
