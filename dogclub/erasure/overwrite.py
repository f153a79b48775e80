"""Removal of deleted rows from the database's files.

SQLite only marks the space of a deleted row as free, and keeps the row in the write-ahead log as well: what was erased
could be read there for months. VACUUM writes the database anew without it, and truncating the log removes the rest.
"""

from datetime import timedelta

from django.db import OperationalError, connection
from django.utils.translation import gettext_lazy

from dogclub.jobs import Again, Kind, Urgency, Work

BUSY = gettext_lazy("Somebody was reading or writing all the while.")


def overwrite(work: Work | None = None) -> None:
    """Vacuum the database. On PostgreSQL the space is only freed for reuse; docs/history/privacy.md says what that
    means.

    Raise Again if other connections are in the way. Must not be called in a transaction.
    """
    try:
        _vacuum()
    except OperationalError:
        raise Again(BUSY) from None


def _vacuum() -> None:
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("VACUUM")
            return
        # VACUUM makes a copy as large as the database: on disk, not in memory.
        cursor.execute("PRAGMA temp_store=FILE")
        try:
            cursor.execute("VACUUM")
        finally:
            cursor.execute("PRAGMA temp_store=MEMORY")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_ = cursor.fetchone()
        if is_busy:
            raise Again(BUSY)


OVERWRITE = Kind(
    "overwrite",
    gettext_lazy("Overwriting what was deleted"),
    overwrite,
    tries=40,
    pause=timedelta(seconds=10),
    longest_pause=timedelta(hours=1),
    delete_when_done=True,
    listed=False,
    urgency=Urgency.BULK,
)
