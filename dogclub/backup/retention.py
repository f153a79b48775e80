"""Makes a backup, stores it and deletes the oldest ones."""

from dataclasses import dataclass
from typing import Any

from dogclub.backup.make import make
from dogclub.backup.places import Place


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
    gone = too_old(place.names(), name, keep) if keep else ()
    for each in gone:
        place.remove(each)
    return StoredBackup(where, size, made.manifest, gone)


def too_old(names: list[str], new: str, keep: int) -> tuple[str, ...]:
    """Return the names to delete so that `keep` backups remain, `new` included."""
    others = [name for name in names if name != new]
    return tuple(others[: max(len(others) - (keep - 1), 0)])
