"""The migrations this program has, and those that the database has."""

from functools import cache
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, ProgrammingError, connection

# The migrations that the database has.


NO_TABLE = 1  # SQLite's error code for a statement it cannot prepare


def applied() -> set[tuple[str, str]]:
    """Return the applied migrations as (app, name); an empty set where the database was never set up."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return set(cursor.fetchall())
    except ProgrammingError:
        connection.close()
        return set()
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) != NO_TABLE:
            raise
        return set()


# The migrations this program has, read from the names of their files, without loading them.


LAST_OF_0_1 = frozenset({("leagues", "0004_confirming"), ("games", "0008_confirming")})
OURS = ("clubs", "games", "leagues", "dogclub")


@cache
def known() -> frozenset[tuple[str, str]]:
    """Return (app label, migration name) of every migration of the installed apps."""
    return frozenset(
        (app.label, file.stem)
        for app in apps.get_app_configs()
        for file in (Path(app.path) / "migrations").glob("[0-9]*.py")
    )
