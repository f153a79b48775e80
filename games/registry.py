"""The rooms, one a game. A literal list, in the order the club reads it."""

from games.base.table_game import Room
from games.clash_of_corgis import CLASH_OF_CORGIS_ROOM
from games.dirty_dog import DIRTY_DOG_ROOM
from games.dogs_of_war import DOGS_OF_WAR_ROOM
from games.pack_o_dogs import PACK_O_DOGS_ROOM
from games.top_dog import TOP_DOG_ROOM

ROOMS: tuple[Room, ...] = (
    DIRTY_DOG_ROOM,
    TOP_DOG_ROOM,
    PACK_O_DOGS_ROOM,
    DOGS_OF_WAR_ROOM,
    CLASH_OF_CORGIS_ROOM,
)


def room(key: str) -> Room:
    """The room of a game; every engine has one."""
    return next(found for found in ROOMS if found.key == key)
