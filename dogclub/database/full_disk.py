"""How a full disk shows, whoever was writing: SQLite, PostgreSQL, or a file of our own."""

import errno
import sqlite3
from collections.abc import Iterator

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # the disk, what this user may take of it, or one file may
# The last one: not even 32 KB for the index that everybody shares who opens the database.
SQLITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
POSTGRESQL = "53100"
ADVICE = "The disk is full. Make room on it; nothing that was written is lost."


def is_full(error: BaseException) -> bool:
    """Whether there is no room left: on the disk, or for this user or file."""
    return any(
        (isinstance(each, OSError) and each.errno in NO_ROOM)
        or getattr(each, "sqlite_errorcode", 0) in SQLITE
        or getattr(each, "sqlstate", "") == POSTGRESQL
        for each in chain(error)
    )


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error, and what it was raised from."""
    seen: BaseException | None = error
    while seen:
        yield seen
        seen = seen.__cause__ or seen.__context__
