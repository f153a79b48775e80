"""Erasure of clubs a week after the request, and of removed matches after two. Called by the scheduler
(dogclub/background.py).
"""

import logging
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.deletion import account_deleted, due, owners_of, write_to
from clubs.member_photos import member_photo_removed
from clubs.models import Club
from clubs.players.anonymise import player_anonymised
from clubs.queries import lock_club
from dogclub import jobs
from dogclub.jobs import Again, Kind, Urgency, Work
from dogclub.jobs.asking import cancel
from dogclub.models import ImportBatch, Job
from games import ledger
from games.ledger.lifetime import matches_erased
from games.photos import photo_removed

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
        forget(words)
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
    club.jobs.filter(Q(asked_at__lte=until) | Q(kind="hook"), state__in=OVER).delete()
    jobs.enqueue("overwrite")


def connect() -> None:
    """Connect the receivers that erase what was removed."""
    matches_erased.connect(forget_files, dispatch_uid="files of erased matches")
    account_deleted.connect(forget_account, dispatch_uid="emails to a deleted account")
    player_anonymised.connect(forget_name, dispatch_uid="files and emails that name somebody")
    photo_removed.connect(overwrite_photo, dispatch_uid="bytes of photos that were removed")
    member_photo_removed.connect(overwrite_photo, dispatch_uid="bytes of members’ photos that were removed")


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


# Files of a club and emails in files, and the receivers that erase a removed name from them.

# Files of a club beside its rows: those made by jobs or uploaded for imports.


READ = (ImportBatch.State.READING, ImportBatch.State.ASKING)
AGAIN = gettext_lazy("A player’s name was removed from the club meanwhile. Choose the file again.")
OVER = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


def forget_file(sender: type[ImportBatch], instance: ImportBatch, **_: object) -> None:
    """Delete an import's file after its row, whatever deleted the row. Receiver of post_delete."""
    name = instance.file
    if name:
        transaction.on_commit(lambda: default_storage.delete(name), robust=True)


@transaction.atomic
def forget_what_may_name(club: Club) -> None:
    """Delete every file and text of jobs and imports that may contain a name of the club's players.

    Finished jobs are deleted, running ones cancelled, and a file that waits to be imported must be uploaded again.
    """
    for job in club.jobs.exclude(state__in=OVER):
        cancel(job)
    club.jobs.filter(state__in=OVER).delete()
    for row in club.imports.filter(state__in=READ):
        forget_file(ImportBatch, row)
    club.imports.filter(state__in=READ).update(state=ImportBatch.State.REFUSED, problem=AGAIN, file="")
    club.imports.exclude(state=ImportBatch.State.WRITING).update(found={}, answers={}, file_name="")


# Emails in files, where no mail server is configured (see `EMAIL_URL`).


BETWEEN = b"-" * 79  # what Django writes after each email of a file


def forget(words: Iterable[str]) -> int:
    """Delete every email with one of these words in its headers or text, as a whole word; return their number."""
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    sought = [word for word in words if word]
    if not folder or not sought or not Path(folder).is_dir():
        return 0
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sought))})(?!\w)", re.IGNORECASE)
    return sum(_without(file, whole) for file in sorted(Path(folder).glob("*.log")))


def _without(file: Path, sought: re.Pattern[str]) -> int:
    emails = [each for each in file.read_bytes().split(BETWEEN) if each.strip()]
    remaining = [each for each in emails if not _says(each, sought)]
    if len(remaining) == len(emails):
        return 0
    if remaining:
        file.write_bytes(b"".join(each + BETWEEN for each in remaining) + b"\n")
    else:
        file.unlink()
    return len(emails) - len(remaining)


def _says(email: bytes, sought: re.Pattern[str]) -> bool:
    return sought.search(read(email)) is not None


def read(email: bytes) -> str:
    """Return headers and text of an email, decoded."""
    message = message_from_bytes(email.strip(), policy=policy.default)
    parts = [
        part for part in message.walk() if isinstance(part, EmailMessage) and part.get_content_maintype() == "text"
    ]
    return "\n".join([*map(str, message.values()), *(part.get_content() for part in parts)])


# Signal receivers that erase a removed name or a deleted account from files, emails and the database file.


def forget_name(*, club: Club, names: Iterable[str], **_: object) -> None:
    """Erase a name, in the transaction that removes it."""
    forget_what_may_name(club)
    words = list(names)
    transaction.on_commit(lambda: forget(words), robust=True)
    jobs.enqueue("overwrite")


def forget_account(*, words: Iterable[str], **_: object) -> None:
    """Erase the emails that name an account, in the transaction that deletes it."""
    sought = list(words)
    transaction.on_commit(lambda: forget(sought), robust=True)
    jobs.enqueue("overwrite")


def overwrite_photo(**_: object) -> None:
    """Overwrite a deleted photo of a sheet or of a member, in the transaction that deletes it."""
    jobs.enqueue("overwrite")
