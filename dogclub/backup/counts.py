"""Counts and migrations of a database, in SQL that works on any copy of it."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.db import connection

from clubs.models import Club, Night, Player, User
from games.models import Entry, Match
from leagues.models import Award

COUNTED = {"clubs": Club, "accounts": User, "players": Player, "nights": Night, "matches": Match}
COUNTED |= {"entries": Entry, "awards": Award}
Ask: TypeAlias = Callable[[str], list[tuple[Any, ...]]]


def ask(statement: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, from the database in use."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def counts(ask: Ask) -> dict[str, int]:
    """Return the number of rows by name, such as {"clubs": 1, …}; `ask` runs a statement and returns its rows."""
    return {name: int(ask(f'SELECT count(*) FROM "{model._meta.db_table}"')[0][0]) for name, model in COUNTED.items()}


def migrations(ask: Ask) -> list[list[str]]:
    """Return the applied migrations as [app, name], sorted."""
    return [list(row) for row in ask("SELECT app, name FROM django_migrations ORDER BY app, name")]


def in_words(counted: dict[str, int]) -> str:
    """Return the counts in words: `1 club, 4 accounts, …`."""
    one = {"matches": "match", "entries": "entry"}
    return ", ".join(
        f"{number:,} {name if number != 1 else one.get(name, name.removesuffix('s'))}"
        for name, number in counted.items()
    )
