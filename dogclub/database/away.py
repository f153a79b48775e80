"""Recognises errors that mean the database cannot answer just now: PostgreSQL is restarting, or SQLite is locked."""

import sqlite3

from django.db import InterfaceError, OperationalError

from dogclub.database.full_disk import chain

SOON = 2  # seconds: PostgreSQL is back after its recovery
ADVICE = "The database does not answer, so this was not saved. It is tried again; nothing that was saved is lost."
SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# PostgreSQL: the connection broke, it is shutting down or starting, every one of its connections is taken, a statement
# took longer than DATABASE_STATEMENT_TIMEOUT, or waited longer for a lock than DATABASE_LOCK_TIMEOUT.
POSTGRESQL = ("08", "57P", "53300", "57014", "55P03")


def is_away(error: BaseException) -> bool:
    """Whether the error means that the same request can be answered a moment later. False where the disk is full."""
    return any(
        isinstance(each, OperationalError | InterfaceError) and _is_lost(each.__cause__) for each in chain(error)
    )


def _is_lost(cause: BaseException | None) -> bool:
    """Whether a driver's error is in the lists above. PostgreSQL names no state (taken as "08") where the connection
    broke.
    """
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in SQLITE
    return cause is not None and (getattr(cause, "sqlstate", "") or "08").startswith(POSTGRESQL)
