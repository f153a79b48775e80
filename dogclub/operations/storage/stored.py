"""Lists the files in the default storage, a folder or a bucket, with the time each was written."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.core.files.storage import Storage, storages

from dogclub.operations.storage.bucket_files import BucketFiles


@dataclass(frozen=True)
class StoredFile:
    """A file in the default storage; an empty folder on a disk counts as a file of size 0."""

    name: str
    written_at: datetime
    size: int


def stored_in(folder: str) -> Iterator[StoredFile]:
    """Yield the files of a folder and of its subfolders, in a bucket at any depth; on a disk also empty subfolders."""
    storage = storages["default"]
    if isinstance(storage, BucketFiles):
        for name, written_at, size in storage.all_in(folder):
            yield StoredFile(name, written_at, size)
    else:
        yield from _on_disk(storage, folder)


def _on_disk(storage: Storage, folder: str) -> Iterator[StoredFile]:
    folders, files = _listed(storage, folder)
    for name in files:
        yield from _found(storage, f"{folder}/{name}")
    for each in folders:
        below, files = _listed(storage, f"{folder}/{each}")
        for name in files:
            yield from _found(storage, f"{folder}/{each}/{name}")
        if not below and not files:
            yield from _found(storage, f"{folder}/{each}", is_folder=True)


def _listed(storage: Storage, folder: str) -> tuple[list[str], list[str]]:
    """Return the names of subfolders and files; both are empty if the folder does not exist."""
    try:
        return storage.listdir(folder)
    except FileNotFoundError:
        return [], []


def _found(storage: Storage, name: str, *, is_folder: bool = False) -> Iterator[StoredFile]:
    """Yield the file, or nothing if it was deleted after it was listed."""
    with suppress(FileNotFoundError):
        yield StoredFile(name, storage.get_modified_time(name), 0 if is_folder else storage.size(name))
