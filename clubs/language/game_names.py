"""What a game is called: by the name of its engine, or as the club calls it."""

from typing import Any

from scoring.base import Engine
from scoring.messages import Term, spoken


def term_of(engine: Engine[Any]) -> Term:
    """A game has a code that no call-out has."""
    return Term(f"game-{engine.key}", engine.name)


def name_of(engine: Engine[Any]) -> str:
    """As the club calls it."""
    return spoken(term_of(engine))


def names_of(engine: Engine[Any]) -> tuple[str, ...]:
    """All that it is called: by everybody, and by the club."""
    return tuple({engine.name, name_of(engine)})
