"""A consistent snapshot of the database, for reads that take long while others write."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection

from django.db import connection, transaction

from dogclub.database.limits import lift_limits


@contextmanager
def snapshot() -> Iterator[bool]:
    """Within the block, all reads see the database as it was at the first read, and this connection can write nothing.

    Yield True; inside a transaction nothing is changed, and False is yielded.
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
    """Begin a read transaction without Django, whose transactions take the write lock at once."""
    raw.execute("PRAGMA query_only = ON")
    raw.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        raw.execute("ROLLBACK")
        raw.execute("PRAGMA query_only = OFF")
