"""What a game is called: by the name of its engine, or as the club calls it."""

from typing import Any

from scoring.base import Engine
from scoring.messages import spoken


def name_of(engine: Engine[Any]) -> str:
    """As the club calls it."""
    return spoken(engine.name)


def names_of(engine: Engine[Any]) -> tuple[str, ...]:
    """All that it is called: by everybody, and by the club."""
    return tuple({str(engine.name), name_of(engine)})
