"""Makes a backup: first a consistent copy of the database, then the files in MEDIA_ROOT."""

import hashlib
import hmac
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection

from dogclub import __version__
from dogclub.database import is_full
from dogclub.operations.backup import postgresql, sqlite
from dogclub.operations.backup.tar import Unusable, Writing, is_sealed, written

FORMAT = 1
PREFIX = "dogclub-backup-"
NAME = r"dogclub-backup-\d{8}T\d{6}Z\.tar"
KEY = "secret-key"
REMADE = "jobs"  # the folder of files made by jobs, which can be made again
DAY = 24 * 3600


@dataclass(frozen=True)
class Made:
    """A backup that was just made: its file and its manifest."""

    file: Path
    manifest: dict[str, Any]

    @property
    def size(self) -> int:
        return self.file.stat().st_size


def make(into: Path, *, job_files: bool = False) -> Made:
    """Make a backup in the folder. Raises Unusable; an incomplete file is never left behind."""
    moment = datetime.now(UTC)
    file = into / f"{PREFIX}{moment:%Y%m%dT%H%M%SZ}.tar"
    if file.exists():
        raise Unusable(f"{file.name} is there already. Wait a second and ask again.")
    try:
        into.mkdir(parents=True, exist_ok=True)
        clear_scratch(into)
        manifest = _make(file, moment, job_files=job_files)
    except (OSError, sqlite3.OperationalError) as error:
        reason = "the disk is full" if is_full(error) else getattr(error, "strerror", None) or "no reason given"
        raise Unusable(f"The backup could not be written to {into}: {reason}.") from error
    except DatabaseError as error:
        kind = type(error).__name__
        raise Unusable(f"The database does not answer, or was never set up ({kind}).") from error
    if not is_sealed(file):
        file.unlink()
        raise Unusable(f"What was written to {into} does not read back as it was written. The disk may be failing.")
    return Made(file, manifest)


def _make(file: Path, moment: datetime, *, job_files: bool) -> dict[str, Any]:
    with (
        TemporaryDirectory(dir=file.parent, prefix=f".{PREFIX}") as scratch,
        _database(Path(scratch)) as (copy, about),
        written(file) as out,
    ):
        tar = Writing(out)
        _add(tar, copy.name, copy)
        for path in _files(job_files=job_files):
            _add(tar, f"files/{path.relative_to(settings.MEDIA_ROOT).as_posix()}", path)
        if (key := settings.VAR / KEY).exists():
            _add(tar, KEY, key)
        manifest = {
            "made_by": "Dog Club",
            "format": FORMAT,
            "version": __version__,
            "engine": engine(),
            "time_zone": settings.TIME_ZONE,
            "made_at": moment.isoformat(timespec="seconds"),
            "key": fingerprint(settings.SECRET_KEY),
            **about,
            "members": tar.members.copy(),
        }
        tar.close(json.dumps(manifest, indent=1).encode())
    return manifest


def engine() -> str:
    """Return the database in use, "sqlite" or "postgresql"."""
    return postgresql.ENGINE if connection.vendor == "postgresql" else sqlite.ENGINE


def _database(scratch: Path) -> AbstractContextManager[tuple[Path, dict[str, object]]]:
    if engine() == postgresql.ENGINE:
        return postgresql.copied(scratch)
    return sqlite.copied(Path(connection.settings_dict["NAME"]), scratch)


def _files(*, job_files: bool) -> Iterator[Path]:
    """Yield the files in MEDIA_ROOT; those made by jobs only if `job_files`."""
    for path in sorted(Path(settings.MEDIA_ROOT).rglob("*")):
        if path.is_file() and (job_files or path.relative_to(settings.MEDIA_ROOT).parts[0] != REMADE):
            yield path


def _add(tar: Writing, name: str, path: Path) -> None:
    try:
        with path.open("rb") as content:
            tar.add(name, content, path.stat().st_size)
    except FileNotFoundError:
        return  # deleted since the folder was listed


def fingerprint(key: str) -> str:
    """Return a keyed hash by which two secret keys can be compared and neither can be found."""
    return hmac.new(key.encode(), b"dogclub backup", hashlib.sha256).hexdigest()[:16]


def clear_scratch(folder: Path) -> None:
    """Delete temporary files of interrupted backups that are older than a day."""
    for left in folder.glob(f".{PREFIX}*"):
        if time.time() - left.stat().st_mtime > DAY:
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)
