"""Files of a club and emails in files, and the receivers that erase a removed name from them."""

import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext_lazy

from clubs.deletion.deleting import account_deleted
from clubs.member_photos.keeping import member_photo_removed
from clubs.models import Club
from clubs.players.anonymise import player_anonymised
from dogclub import jobs
from dogclub.jobs.worker.enqueue import cancel
from dogclub.models import ImportBatch, Job
from games.photos.keeping import photo_removed

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


def connect() -> None:
    """Connect the receivers to their signals."""
    account_deleted.connect(forget_account, dispatch_uid="emails to a deleted account")
    player_anonymised.connect(forget_name, dispatch_uid="files and emails that name somebody")
    photo_removed.connect(overwrite_photo, dispatch_uid="bytes of photos that were removed")
    member_photo_removed.connect(overwrite_photo, dispatch_uid="bytes of members’ photos that were removed")
