"""The tar file of a backup, whose last member is the SHA-256 of all bytes before it.

Any `tar` can unpack it. It is written to a temporary file and renamed when complete.
"""

import hashlib
import io
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from django.db import connection

from clubs.models import Club, Night, Player, User
from games.models import Entry, Match
from leagues.models import Award

TOP = "dogclub-backup"
MANIFEST = f"{TOP}/manifest.json"
SEAL = f"{TOP}/SHA256"
PIECE = 1 << 20


class Writing:
    """Writes members one after another; `members` has the size and SHA-256 of each by name."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.members: dict[str, dict[str, str | int]] = {}

    def add(self, name: str, content: BinaryIO, size: int) -> None:
        """Add exactly `size` bytes of the content. Raises OSError where there are fewer."""
        self._put(_head(f"{TOP}/{name}", size))
        digest, left = hashlib.sha256(), size
        while left:
            piece = content.read(min(PIECE, left))
            if not piece:
                raise OSError(f"{name} became shorter while it was copied.")
            digest.update(piece)
            self._put(piece)
            left -= len(piece)
        self._put(bytes(-size % tarfile.BLOCKSIZE))
        self.members[name] = {"size": size, "sha256": digest.hexdigest()}

    def close(self, manifest: bytes) -> None:
        """Add the manifest, and the final member with the digest."""
        self.add("manifest.json", io.BytesIO(manifest), len(manifest))
        self._file.write(seal(self._digest.hexdigest()))

    def _put(self, piece: bytes) -> None:
        self._digest.update(piece)
        self._file.write(piece)


def _head(name: str, size: int) -> bytes:
    """Return the tar header of a member, without time and user, so that the same content gives the same bytes."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member.tobuf(tarfile.PAX_FORMAT)


def seal(digest: str) -> bytes:
    """Return the end of the file: the last member, with the digest of everything before it, and the end of the tar."""
    content = f"{digest}\n".encode()
    return _head(SEAL, len(content)) + content.ljust(tarfile.BLOCKSIZE, b"\0") + bytes(2 * tarfile.BLOCKSIZE)


def is_sealed(file: Path) -> bool:
    """Whether every byte is as it was written, by the digest in the last member."""
    end = len(seal("0" * 64))
    left = file.stat().st_size - end
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while left > 0 and (piece := content.read(min(PIECE, left))):
            digest.update(piece)
            left -= len(piece)
        return left == 0 and content.read() == seal(digest.hexdigest())


@contextmanager
def written(to: Path) -> Iterator[BinaryIO]:
    """Open a file, readable by its owner alone, that is complete and synced to disk when the block ends, or does not
    exist.
    """
    draft = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(to)
        fsync_folder(to.parent)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def fsync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# The error of backups, whose text is for the person who makes or restores one.


class Unusable(Exception):
    """A backup that cannot be made or restored; the text gives the reason and what to do. Nothing was changed."""


# Counts and migrations of a database, in SQL that works on any copy of it.


COUNTED = {"clubs": Club, "accounts": User, "players": Player, "nights": Night, "matches": Match}
COUNTED |= {"entries": Entry, "awards": Award}
Ask: TypeAlias = Callable[[str], list[tuple[Any, ...]]]


def ask(statement: str) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, from the database in use."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def counts(ask: Ask) -> dict[str, int]:
    """Return the number of rows by name, such as {"clubs": 1, …}; `ask` runs a statement and returns its rows."""
    return {name: int(ask(f'SELECT count(*) FROM "{model._meta.db_table}"')[0][0]) for name, model in COUNTED.items()}


def migrations(ask: Ask) -> list[list[str]]:
    """Return the applied migrations as [app, name], sorted."""
    return [list(row) for row in ask("SELECT app, name FROM django_migrations ORDER BY app, name")]


def in_words(counted: dict[str, int]) -> str:
    """Return the counts in words: `1 club, 4 accounts, …`."""
    one = {"matches": "match", "entries": "entry"}
    return ", ".join(
        f"{number:,} {name if number != 1 else one.get(name, name.removesuffix('s'))}"
        for name, number in counted.items()
    )
