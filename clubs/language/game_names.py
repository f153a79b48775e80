"""Names of games: that of the engine, or the club's own."""

from typing import Any

from scoring.base import Engine
from scoring.messages import translated


def name_of(engine: Engine[Any]) -> str:
    """Return the club's name for a game."""
    return translated(engine.name)


def names_of(engine: Engine[Any]) -> tuple[str, ...]:
    """Return all names of a game: the usual one and the club's."""
    return tuple({str(engine.name), name_of(engine)})
