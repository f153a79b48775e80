"""Where backups are stored: a folder, or a bucket of S3-compatible storage."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from django.conf import settings

from dogclub.operations.backup.make import NAME, PREFIX
from dogclub.operations.backup.tar import Unusable
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
