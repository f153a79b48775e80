"""Recognises the errors of a full disk, from SQLite, PostgreSQL or a file written by the program."""

import errno
import sqlite3
from collections.abc import Iterator

NO_ROOM = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
)  # full are: the disk, this user's quota, or the largest possible file
# The last one: there are not even 32 KB for the shared index (-shm) that opening the database needs.
SQLITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
POSTGRESQL = "53100"
ADVICE = "The disk is full. Make room on it; nothing that was written is lost."


def is_full(error: BaseException) -> bool:
    """Whether no space is left: on the disk, in this user's quota, or for this file."""
    return any(
        (isinstance(each, OSError) and each.errno in NO_ROOM)
        or getattr(each, "sqlite_errorcode", 0) in SQLITE
        or getattr(each, "sqlstate", "") == POSTGRESQL
        for each in chain(error)
    )


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and then the errors it was raised from."""
    seen: BaseException | None = error
    while seen:
        yield seen
        seen = seen.__cause__ or seen.__context__
