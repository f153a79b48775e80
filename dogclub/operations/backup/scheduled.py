"""The scheduled backup: enqueued when it is due, made, stored in a folder or a bucket, and the oldest ones deleted."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings

from clubs.models import Role
from dogclub.jobs import Again, Impossible, Kind, Queue, Urgency, Work, asking
from dogclub.models import Job
from dogclub.operations.backup.make import NAME, PREFIX, make
from dogclub.operations.backup.tar import Unusable, in_words
from dogclub.storage import PART, Refused, store_of, translate_errors

TIMEOUT = timedelta(seconds=60)


class Place(Protocol):
    """A store of backups. `workshop` is the folder in which a backup is made before `put`; names sort by time."""

    workshop: Path

    def put(self, file: Path) -> str:
        """Store the file and return its address."""

    def names(self) -> list[str]:
        """Return the names of all backups, oldest first."""

    def remove(self, name: str) -> None:
        """Delete a backup."""

    def fetch(self, name: str, into: Path) -> Path:
        """Return the path of a backup, downloaded into the folder `into` if necessary."""


@dataclass
class Folder:
    """A folder, which is also the one backups are made in."""

    workshop: Path

    def put(self, file: Path) -> str:
        return str(file)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.workshop.glob(f"{PREFIX}*") if re.fullmatch(NAME, path.name))

    def remove(self, name: str) -> None:
        (self.workshop / name).unlink(missing_ok=True)

    def fetch(self, name: str, into: Path) -> Path:
        return self.workshop / name


class Bucket:
    """A bucket, accessed with the keys of the environment, which no error message contains."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.workshop = settings.VAR / "backup-out"
        self._store = store_of(url, TIMEOUT)

    def put(self, file: Path) -> str:
        """Upload in parts; the object exists only once all arrived. The local file is deleted. Returns the address."""
        import obstore

        with _translate_errors(f"could not be put into {self.url}"):
            obstore.put(self._store, file.name, file, use_multipart=True, chunk_size=PART)
            stored = obstore.head(self._store, file.name)["size"]
        if stored != file.stat().st_size:
            raise Unusable(f"Only {stored:,} bytes arrived in {self.url}.")
        file.unlink()
        return f"{self.url}/{file.name}"

    def names(self) -> list[str]:
        import obstore

        with _translate_errors(f"could not be looked for in {self.url}"):
            objects = obstore.list_with_delimiter(self._store)["objects"]
        return sorted(each["path"] for each in objects if re.fullmatch(NAME, each["path"]))

    def remove(self, name: str) -> None:
        import obstore

        with _translate_errors(f"could not be removed from {self.url}"):
            obstore.delete(self._store, name)

    def fetch(self, name: str, into: Path) -> Path:
        import obstore

        file = into / "fetched.tar"
        with _translate_errors(f"could not be fetched from {self.url}"), file.open("xb") as out:
            for piece in obstore.get(self._store, name).stream(min_chunk_size=PART):
                out.write(piece)
        return file


def place_of(where: str) -> Place:
    """Return the store for a folder or "s3://bucket/folder". Raises Unusable for any other scheme."""
    if where.startswith("s3://") and urlsplit(where).netloc:
        return Bucket(where.rstrip("/"))
    if "://" in where:
        raise Unusable("Backups go into a folder or to s3://bucket/folder.")
    return Folder(Path(where).expanduser().absolute())


@contextmanager
def _translate_errors(what: str) -> Iterator[None]:
    try:
        with translate_errors(f"The backup {what}"):
            yield
    except Refused as error:
        raise Unusable(str(error)) from None


# The job.


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
