"""Recognises errors of a database that cannot answer just now, and of a full disk."""

import errno
import fcntl
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
    transaction,
)
from django.db.backends.signals import connection_created

from dogclub.configuration.postgresql import IDLE, serves

# Recognises the errors of a full disk, from SQLite, PostgreSQL or a file written by the program.


NO_ROOM = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
)  # full are: the disk, this user's quota, or the largest possible file
# The last one: there are not even 32 KB for the shared index (-shm) that opening the database needs.
FULL_SQLITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
FULL_POSTGRESQL = "53100"
FULL_ADVICE = "The disk is full. Make room on it; nothing that was written is lost."


def is_full(error: BaseException) -> bool:
    """Whether no space is left: on the disk, in this user's quota, or for this file."""
    return any(
        (isinstance(each, OSError) and each.errno in NO_ROOM)
        or getattr(each, "sqlite_errorcode", 0) in FULL_SQLITE
        or getattr(each, "sqlstate", "") == FULL_POSTGRESQL
        for each in chain(error)
    )


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and then the errors it was raised from."""
    seen: BaseException | None = error
    while seen:
        yield seen
        seen = seen.__cause__ or seen.__context__


# Recognises errors that mean the database cannot answer just now: PostgreSQL is restarting, or SQLite is locked.


SOON = 2  # seconds: PostgreSQL is back after its recovery
AWAY_ADVICE = "The database does not answer, so this was not saved. It is tried again; nothing that was saved is lost."
AWAY_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# PostgreSQL: the connection broke, it is shutting down or starting, every one of its connections is taken, a statement
# took longer than DATABASE_STATEMENT_TIMEOUT, waited longer for a lock than DATABASE_LOCK_TIMEOUT, or a transaction was
# idle too long.
AWAY_POSTGRESQL = ("08", "57P", "53300", "57014", "55P03", "25P03")


def is_away(error: BaseException) -> bool:
    """Whether the error means that the same request can be answered a moment later. False where the disk is full."""
    return any(
        isinstance(each, OperationalError | InterfaceError | InternalError) and _is_lost(each.__cause__)
        for each in chain(error)
    )


def _is_lost(cause: BaseException | None) -> bool:
    """Whether a driver's error is in the lists above. PostgreSQL names no state (taken as "08") where the connection
    broke.
    """
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in AWAY_SQLITE
    return cause is not None and (getattr(cause, "sqlstate", "") or "08").startswith(AWAY_POSTGRESQL)


# The timeout of idle transactions, which every process has, and the lifting of timeouts (ADR 60, 74).


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


# The migrations this program has, and those that the database has.

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


# Allows one server for each SQLite database: a second would run background work twice and see new entries late.

_locks: list[int] = []  # file descriptors of locks, which the kernel releases when the process ends


def claim_database() -> None:
    """Lock the SQLite database for this process. Raises CommandError where another process serves it. PostgreSQL is not
    locked: it may have several servers.
    """
    at = settings.DATABASES["default"]
    if "sqlite" not in at["ENGINE"]:
        return
    lock = Path(f"{at['NAME']}.server")
    with suppress(OSError):  # the check of the database reports a folder that is not writable
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.read(descriptor, 20).decode(errors="replace")
            os.close(descriptor)
            raise CommandError(
                f"Dog Club already serves this database (process {other}). Stop it first, or set DOGCLUB_VAR to "
                "another folder for another installation."
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        _locks.append(descriptor)
