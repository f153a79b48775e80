"""Erasure of clubs a week after the request, and of removed matches after two. Called by the scheduler
(dogclub/schedule.py).
"""

import logging
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.deletion.deleting import due, owners_of, write_to
from clubs.locks import lock_club
from clubs.models import Club
from dogclub import jobs
from dogclub.jobs import Again, Kind, Urgency, Work
from dogclub.privacy.erasure import files
from games import ledger
from games.ledger.removal import matches_erased

logger = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase the clubs that are due; return their number. One that fails is logged and does not stop the others."""
    gone = 0
    for club in due(timezone.now()):
        try:
            gone += erase(club)
        except Exception:
            logger.exception("A club could not be erased; it is tried again.")
    return gone


def erase(club: Club) -> bool:
    """Erase a club. Return False if the deletion was cancelled, or done by another process, meanwhile."""
    with transaction.atomic():
        lock_club(club)
        if not due(timezone.now()).filter(pk=club.pk).exists():
            return False
        owners, words = owners_of(club), (club.name, club.get_absolute_url())
        ledger.erase(club)
        # Before the last email, which does not name the club and is to stay.
        files.forget(words)
        write_to(owners, "gone", club, day=club.deletes_at)
        jobs.enqueue("overwrite")
    return True


# Removed matches whose two weeks are over.


def erase_matches() -> int:
    """Erase the removed matches that are due, and return their number."""
    return ledger.erase_removed(timezone.now())


def forget_files(*, club: Club, until: datetime, **_: object) -> None:
    """Delete what jobs made or sent while the matches were there, and overwrite all of it, in the transaction that
    deletes them.
    """
    club.jobs.filter(Q(asked_at__lte=until) | Q(kind="hook"), state__in=files.OVER).delete()
    jobs.enqueue("overwrite")


def connect() -> None:
    """Connect the receiver to its signal."""
    matches_erased.connect(forget_files, dispatch_uid="files of erased matches")


# Removal of deleted rows from the database's files.
# SQLite only marks the space of a deleted row as free, and keeps the row in the write-ahead log as well: what was
# erased could be read there for months. VACUUM writes the database anew without it, and truncating the log removes
# the rest.


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
