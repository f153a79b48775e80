"""Deleted rows, out of the database's files too.

SQLite only marks the room of a deleted row as free, and keeps it in the write-ahead log as well: what was erased could
be read there for months. VACUUM writes the database anew without it, and emptying the log takes the rest.
"""

from datetime import timedelta

from django.db import OperationalError, connection
from django.utils.translation import gettext_lazy

from dogclub.jobs import Again, Kind, Urgency, Work

BUSY = gettext_lazy("Somebody was reading or writing all the while.")


def overwrite(work: Work | None = None) -> None:
    """On PostgreSQL the room is handed back for others to write in; docs/history/privacy.md says what that means.

    Raises Again where others were in the way. Not inside a transaction.
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
        # The copy it makes on the way is as large as the database: beside it on the disk, not in memory.
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
    fleeting=True,
    listed=False,
    urgency=Urgency.BULK,
)
