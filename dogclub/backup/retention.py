"""A backup made, put away, and room made for it by letting the oldest go."""

from dataclasses import dataclass
from typing import Any

from dogclub.backup.make import make
from dogclub.backup.places import Place


@dataclass(frozen=True)
class StoredBackup:
    """Where a new backup is, how large, what it holds, and which older ones went."""

    where: str
    size: int
    manifest: dict[str, Any]
    gone: tuple[str, ...] = ()


def make_and_keep(place: Place, *, keep: int = 0, job_files: bool = False) -> StoredBackup:
    """With `keep`, that many stay: the new one, whatever the clock says, and the newest beside it."""
    made = make(place.workshop, job_files=job_files)
    name, size = made.file.name, made.size
    where = place.put(made.file)
    gone = too_old(place.names(), name, keep) if keep else ()
    for each in gone:
        place.remove(each)
    return StoredBackup(where, size, made.manifest, gone)


def too_old(names: list[str], new: str, keep: int) -> tuple[str, ...]:
    others = [name for name in names if name != new]
    return tuple(others[: max(len(others) - (keep - 1), 0)])
