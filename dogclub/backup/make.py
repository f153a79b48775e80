"""Makes a backup: the database first, as it is at one moment, then the files its rows name."""

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
from dogclub.backup import postgresql, sqlite
from dogclub.backup.errors import Unusable
from dogclub.backup.tar import Writing, is_sealed, written
from dogclub.database.full_disk import is_full

FORMAT = 1
PREFIX = "dogclub-backup-"
NAME = r"dogclub-backup-\d{8}T\d{6}Z\.tar"
KEY = "secret-key"
REMADE = "jobs"  # the folder of what jobs made, which can be made again
DAY = 24 * 3600


@dataclass(frozen=True)
class Made:
    """A backup that was just made: its file, and what its manifest says."""

    file: Path
    manifest: dict[str, Any]

    @property
    def size(self) -> int:
        return self.file.stat().st_size


def make(into: Path, *, job_files: bool = False) -> Made:
    """A new backup in the folder. Raises Unusable; whatever goes wrong, no half of one is left."""
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
    return postgresql.ENGINE if connection.vendor == "postgresql" else sqlite.ENGINE


def _database(scratch: Path) -> AbstractContextManager[tuple[Path, dict[str, object]]]:
    if engine() == postgresql.ENGINE:
        return postgresql.copied(scratch)
    return sqlite.copied(Path(connection.settings_dict["NAME"]), scratch)


def _files(*, job_files: bool) -> Iterator[Path]:
    """What people brought in; what jobs made only where it is asked for."""
    for path in sorted(Path(settings.MEDIA_ROOT).rglob("*")):
        if path.is_file() and (job_files or path.relative_to(settings.MEDIA_ROOT).parts[0] != REMADE):
            yield path


def _add(tar: Writing, name: str, path: Path) -> None:
    try:
        with path.open("rb") as content:
            tar.add(name, content, path.stat().st_size)
    except FileNotFoundError:
        return  # cleared away since its name was read


def fingerprint(key: str) -> str:
    """Tells two secret keys apart, and tells nothing of either."""
    return hmac.new(key.encode(), b"dogclub backup", hashlib.sha256).hexdigest()[:16]


def clear_scratch(folder: Path) -> None:
    """What a backup that was cut off left behind a day ago or longer."""
    for left in folder.glob(f".{PREFIX}*"):
        if time.time() - left.stat().st_mtime > DAY:
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)
