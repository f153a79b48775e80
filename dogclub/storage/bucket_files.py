"""Files of jobs and imports in a bucket (FILES_TO), so that every process on every machine can access them."""

import io
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from django.core.files.base import File
from django.core.files.storage import Storage
from django.utils.functional import cached_property

from dogclub.storage.s3 import PART, store_of, translate_errors

if TYPE_CHECKING:
    from obstore import ReadableFile
    from obstore.store import S3Store

PIECE = 1 << 20
TIMEOUT = timedelta(seconds=10)  # short, since a user waits for the page
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
        return store_of(self.url_of_bucket, TIMEOUT)

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
            obstore.put(self.store, name, cast("BinaryIO", content.file), chunk_size=PART)
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
