"""One moment of the database, read for as long as it takes while others write."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection

from django.db import connection, transaction

from dogclub.database.limits import lift_limits


@contextmanager
def snapshot() -> Iterator[bool]:
    """What is read inside is as it was at the first look; this connection can write nothing meanwhile.

    Inside a transaction nothing changes, and the answer is False.
    """
    if connection.in_atomic_block:
        yield False
    elif connection.vendor == "sqlite":
        connection.ensure_connection()
        with _sqlite(connection.connection):
            yield True
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            lift_limits()
            yield True


@contextmanager
def _sqlite(raw: Connection) -> Iterator[None]:
    """Past Django, whose transactions begin with the lock of a writer."""
    raw.execute("PRAGMA query_only = ON")
    raw.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        raw.execute("ROLLBACK")
        raw.execute("PRAGMA query_only = OFF")
