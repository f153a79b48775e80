"""The scheduled backup: enqueued when it is due, made, stored, and the oldest ones deleted."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from clubs.models import Role
from dogclub.jobs import Again, Impossible, Kind, Queue, Urgency, Work, asking
from dogclub.models import Job
from dogclub.operations.backup.make import make
from dogclub.operations.backup.places import Place, place_of
from dogclub.operations.backup.tar import Unusable, in_words

# Enqueues the scheduled backup when it is due; several processes that do so create one job.


KIND = "backup"


def last_done() -> Job | None:
    """Return the last backup job that succeeded."""
    return asking.last_done(KIND)


def ask_when_due() -> bool:
    """Enqueue or retry the backup if one is due, and return whether that was done."""
    return bool(settings.BACKUP_TO) and asking.ask_again(KIND, settings.BACKUP_EVERY)


# Makes a backup, stores it and deletes the oldest ones.


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class StoredBackup:
    """A stored backup: its address, size in bytes, manifest, and the names of older ones that were deleted."""

    where: str
    size: int
    manifest: dict[str, Any]
    gone: tuple[str, ...] = ()


def make_and_keep(place: Place, *, keep: int = 0, job_files: bool = False) -> StoredBackup:
    """Make and store a backup. With `keep`, only that many remain: the new one, whatever the clock says, and the newest
    others.
    """
    made = make(place.workshop, job_files=job_files)
    name, size = made.file.name, made.size
    where = place.put(made.file)
    gone = tuple(each for each in too_old(place.names(), name, keep) if _removed(place, each)) if keep else ()
    return StoredBackup(where, size, made.manifest, gone)


def _removed(place: Place, name: str) -> bool:
    """Delete a backup; one that cannot be deleted is logged: the new backup is made, and the others can be deleted."""
    try:
        place.remove(name)
    except (Unusable, OSError) as error:
        logger.warning("The backup %s could not be deleted: %s", name, error)
        return False
    return True


def too_old(names: list[str], new: str, keep: int) -> tuple[str, ...]:
    """Return the names to delete so that `keep` backups remain, `new` included."""
    others = [name for name in names if name != new]
    return tuple(others[: max(len(others) - (keep - 1), 0)])


# The scheduled backup as a job of the whole installation.


def run(work: Work) -> None:
    """Make a backup; an interrupted job starts from the beginning, and a surplus backup is rotated away like
    any other.
    """
    if not settings.BACKUP_TO:
        raise Impossible("BACKUP_TO is not set any more.")
    work.begin([("Database and files copied", 1)])
    try:
        backups = make_and_keep(place_of(settings.BACKUP_TO), keep=settings.BACKUP_KEEP)
    except Unusable as reason:
        logger.error("No backup was made: %s", reason)
        raise Again(str(reason)) from reason
    work.step_done(in_words(backups.manifest["counts"]))
    work.result |= {"where": backups.where, "size": backups.size, "gone": list(backups.gone)}


BACKUP = Kind(
    key=KIND,
    title="Making a backup",
    run=run,
    role=Role.OWNER,
    own_process=True,
    tries=4,
    pause=timedelta(minutes=5),
    longest=timedelta(hours=6),
    queue=Queue.NETWORK,
    listed=False,
    urgency=Urgency.BULK,
)
