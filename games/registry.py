"""The table games, a literal list in the order the club reads it."""

from games.base.table_game import TableGame
from games.clash_of_corgis.game import ClashOfCorgis
from games.dirty_dog.game import DirtyDog
from games.dogs_of_war.game import DogsOfWar
from games.pack_o_dogs.game import PackODogs
from games.top_dog.game import TopDog

TABLE_GAMES: tuple[TableGame, ...] = (DirtyDog(), TopDog(), PackODogs(), DogsOfWar(), ClashOfCorgis())


def table_game(key: str) -> TableGame:
    """By the key of its engine; every engine has one."""
    return next(found for found in TABLE_GAMES if found.key == key)
