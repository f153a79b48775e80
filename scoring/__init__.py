"""The scoring engines of all games: pure Python without web requests, clock or file access."""

from collections.abc import Mapping
from typing import Any

from scoring.base import Engine, Malformed, PlayoffForm
from scoring.clash_of_corgis import CLASH_OF_CORGIS
from scoring.dirty_dog import DIRTY_DOG
from scoring.dirty_dog.playoff import PLAYOFF as DIRTY_DOG_PLAYOFF
from scoring.dogs_of_war import DOGS_OF_WAR
from scoring.messages import Message, row
from scoring.pack_o_dogs import PACK_O_DOGS
from scoring.top_dog import TOP_DOG

ENGINES: tuple[Engine[Any], ...] = (
    DIRTY_DOG,
    TOP_DOG,
    PACK_O_DOGS,
    DOGS_OF_WAR,
    CLASH_OF_CORGIS,
)
# How whole play-offs are read as one document, by the document's key.
PLAYOFFS: Mapping[str, PlayoffForm] = {DIRTY_DOG_PLAYOFF.key: DIRTY_DOG_PLAYOFF}


def engine(key: object) -> Engine[Any]:
    """Return the engine whose `key` equals the given key; raise Malformed `game` where no game has it.

    >>> engine("dirty-dog").name
    'Dirty Dog'
    """
    for each in ENGINES:
        if each.key == key:
            return each
    message = Message(
        "“{game}” is not a game this club keeps score of: use one of {known}.",
        game=str(key),
        known=row(each.key for each in ENGINES),
    )
    raise Malformed("game", message, field="game")
