"""Recognises errors of a database that cannot answer just now, and of a full disk."""

import errno
import sqlite3
from collections.abc import Iterator

from django.db import InterfaceError, InternalError, OperationalError

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
