"""The list of table games, in the order in which pages show them."""

from django.http import Http404

from games.base.table_game import TableGame
from games.clash_of_corgis.game import ClashOfCorgis
from games.dirty_dog.game import DirtyDog
from games.dogs_of_war.game import DogsOfWar
from games.pack_o_dogs.game import PackODogs
from games.top_dog.game import TopDog

TABLE_GAMES: tuple[TableGame, ...] = (DirtyDog(), TopDog(), PackODogs(), DogsOfWar(), ClashOfCorgis())
BY_KEY = {game.key: game for game in TABLE_GAMES}


def table_game(key: str) -> TableGame:
    """Return the table game of this engine key. Every engine has one; KeyError for any other key."""
    return BY_KEY[key]


def asked_game(key: str) -> TableGame | None:
    """Return the game that an address or a form names, None where it names none. Raises Http404 for an unknown one."""
    game = BY_KEY.get(key)
    if game is None and key:
        raise Http404
    return game
