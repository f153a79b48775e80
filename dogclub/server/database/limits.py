"""The timeout of idle transactions, which every process has, and the lifting of timeouts (ADR 60, 74)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.signals import connection_created

from dogclub.configuration.postgresql import IDLE, serves


def connect() -> None:
    """Connect the receiver to its signal. A server has the timeout in the options of its connections."""
    if not serves(tuple(sys.argv)):
        connection_created.connect(limit_idle, dispatch_uid="idle transactions end")


def limit_idle(connection: Any, **_: Any) -> None:
    """Let PostgreSQL end transactions of this connection that are idle: a command may be stopped while it holds locks.

    Not by an option of the connection, which PgBouncer refuses.
    """
    if connection.vendor == "postgresql":
        connection.connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}s'")


def lift_limits(alias: str = DEFAULT_DB_ALIAS, *, may_idle: bool = False) -> None:
    """Lift both timeouts for the rest of this transaction; with `may_idle` also that of an idle transaction, for one
    that holds up nobody. SQLite has no such timeouts.
    """
    connection = connections[alias]
    if connection.vendor == "postgresql":
        lifted = ["statement_timeout", "lock_timeout", *(["idle_in_transaction_session_timeout"] if may_idle else [])]
        with connection.cursor() as cursor:
            cursor.execute("; ".join(f"SET LOCAL {name} = 0" for name in lifted))


# A consistent snapshot of the database, for reads that take long while others write.


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
            lift_limits(may_idle=True)
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
