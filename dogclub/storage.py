"""Files of jobs and imports in a bucket (FILES_TO), so that every process on every machine can access them."""

import io
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, BinaryIO, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import Storage, storages
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from obstore import ReadableFile
    from obstore.store import ClientConfig, S3Config, S3Store


# Access to S3-compatible storage, with its errors in words.


CONNECT = timedelta(seconds=3)
PART = 8 << 20  # bytes of one part of a multipart upload
UNREACHABLE = gettext_lazy("The storage of files does not answer. Try again in a minute.")
REASONS = {
    "404": "there is no such bucket or file",
    "403": "the keys are not known there, or may not do that",
    "401": "it wants keys, or other ones",
}


class Refused(OSError):
    """The storage did not do what was asked; the text says why and contains no key."""


def store_of(url: str, timeout: timedelta, first_byte: timedelta | None = None) -> "S3Store":
    """Return the store for `s3://bucket/folder`, with the keys of the environment. Failed requests are retried for as
    long as `timeout`. `first_byte` limits the wait for the first and each later byte of a response; not for uploads,
    which count until the response begins.
    """
    from obstore.store import S3Store

    parts = urlsplit(url)
    options: ClientConfig = {"allow_http": settings.S3["endpoint"].startswith("http://"), "connect_timeout": CONNECT}
    if first_byte:
        options["read_timeout"] = first_byte
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        config=cast("S3Config", {name: value for name, value in settings.S3.items() if value}),
        client_options=options,
        retry_config={"max_retries": 3, "retry_timeout": timeout},
    )


@contextmanager
def translate_errors(what: str) -> Iterator[None]:
    """Raise Refused, with `what` could not be done and why, for errors in the block. The storage's own message is left
    out, since it may contain a key.
    """
    from obstore.exceptions import BaseError

    try:
        yield
    except (BaseError, OSError) as error:
        status = re.search(r"status code: (\d{3})", str(error))
        code = "404" if isinstance(error, FileNotFoundError) else status[1] if status else ""
        reason = REASONS.get(code, f"the storage does not answer ({type(error).__name__})")
        raise Refused(f"{what}: {reason}.") from None


PIECE = 1 << 20
# Short, since a user waits for the page, and a thread that serves others: a storage that is silent is given up after
# FIRST_BYTE, one that refuses or breaks off is tried again for RETRIED.
FIRST_BYTE = timedelta(seconds=5)
RETRIED = timedelta(seconds=3)
UPLOADED = timedelta(seconds=10)  # for which the parts of an upload are tried again
TRIAL = "trial"
LISTED = 1000


class Reading(io.RawIOBase):
    """An object opened for reading, in pieces from any position; it is never in memory as a whole."""

    def __init__(self, file: "ReadableFile", name: str) -> None:
        self._file, self._name = file, name

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        return self._file.seek(offset, whence)

    def readinto(self, buffer: Any, /) -> int:
        with translate_errors(f"{self._name} could not be read"):
            piece = self._file.read(len(buffer))
        buffer[: len(piece)] = memoryview(piece)
        return len(piece)


class BucketFiles(Storage):
    """Django's storage for `s3://bucket/folder`. Files open for reading only and have no URL.

    Raises FileNotFoundError for a missing file, and Refused (an OSError, too) where the bucket or the keys are wrong or
    the storage does not answer.
    """

    def __init__(self, url: str) -> None:
        self.url_of_bucket = url

    @cached_property
    def store(self) -> "S3Store":
        return store_of(self.url_of_bucket, RETRIED, FIRST_BYTE)

    @cached_property
    def uploads(self) -> "S3Store":
        return store_of(self.url_of_bucket, UPLOADED)

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        import obstore

        self.size(name)
        with translate_errors(f"{name} could not be opened"):
            file = obstore.open_reader(self.store, name, buffer_size=PIECE)
        return File(io.BufferedReader(Reading(file, name), PIECE), name)

    def _save(self, name: str, content: "File[Any]") -> str:
        import obstore

        content.seek(0)
        with translate_errors(f"{name} could not be stored"):
            obstore.put(self.uploads, name, cast("BinaryIO", content.file), chunk_size=PART)
        return name

    def delete(self, name: str) -> None:
        import obstore

        with translate_errors(f"{name} could not be deleted"):
            obstore.delete(self.store, name)

    def exists(self, name: str) -> bool:
        return self._size(name) is not None

    def size(self, name: str) -> int:
        found = self._size(name)
        if found is None:
            raise FileNotFoundError(name)
        return found

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the folders and files directly in a folder; both empty for a folder that does not exist."""
        import obstore

        with translate_errors(f"{path} could not be looked into"):
            found = obstore.list_with_delimiter(self.store, path)
        below = [each.rpartition("/")[2] for each in found["common_prefixes"]]
        return below, [each["path"].rpartition("/")[2] for each in found["objects"]]

    def all_in(self, folder: str) -> Iterator[tuple[str, datetime, int]]:
        """Yield name, time of writing and size of every file below the folder; LISTED are fetched per request."""
        import obstore

        with translate_errors(f"{folder} could not be looked into"):
            for page in obstore.list(self.store, folder, chunk_size=LISTED):
                for each in page:
                    yield each["path"], each["last_modified"], each["size"]

    def try_out(self) -> None:
        """Write a small file, open it and delete it. Raises Refused."""
        name = f"{TRIAL}/{uuid.uuid4()}"
        self._save(name, File(io.BytesIO(TRIAL.encode())))
        self._open(name).close()
        self.delete(name)

    def _size(self, name: str) -> int | None:
        import obstore

        if not name:
            return None
        with translate_errors(f"{name} could not be looked for"):
            try:
                return obstore.head(self.store, name)["size"]
            except FileNotFoundError:
                return None


# Lists the files in the default storage, a folder or a bucket, with the time each was written.


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
