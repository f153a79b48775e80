"""Replaces this installation by a checked backup and keeps the old one in a folder."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, OperationalError, ProgrammingError, connection, connections

from clubs.models import Club, User
from dogclub.backup import postgresql, sqlite
from dogclub.backup.check import Backup
from dogclub.backup.errors import Unusable
from dogclub.backup.make import KEY, engine, fingerprint, make

NOT_EMPTY = "There is an installation here already. Add --replace to restore over it; the old one is kept aside."


@dataclass(frozen=True)
class Replacement:
    """How to replace the database: `do` puts the checked one in place and the old one into the folder it is given."""

    do: Callable[[Path], None]


def is_empty() -> bool:
    """Whether there are no clubs and no accounts, or no tables yet."""
    try:
        return not (Club.objects.exists() or User.objects.exists())
    except (OperationalError, ProgrammingError):
        return True
    except DatabaseError:
        return False  # a damaged database may still contain data


def checked(backup: Backup, *, replace: bool) -> Replacement:
    """Check that the database can be replaced and return how. Raises Unusable; nothing is changed yet."""
    was_empty = is_empty()
    if not was_empty and not replace:
        raise Unusable(NOT_EMPTY)
    connections.close_all()
    if engine() == postgresql.ENGINE:
        postgresql.check(backup.database, backup.manifest["server"])
        return Replacement(lambda folder: _put_dump(backup, folder, was_empty=was_empty))
    copy = sqlite.unpacked(backup.database, backup.folder)
    database = Path(connection.settings_dict["NAME"])
    if database.exists():
        sqlite.require_exclusive(database)
    return Replacement(lambda folder: sqlite.put_in_place(copy, database, folder))


def _put_dump(backup: Backup, folder: Path, *, was_empty: bool) -> None:
    if not was_empty:
        make(folder)
    postgresql.put_in_place(backup.database, backup.folder)


def restore(backup: Backup, how: Replacement) -> tuple[Path, list[str]]:
    """Put the database, the files and the secret key in place. Return the folder with the old ones, and warnings to
    print.
    """
    folder = settings.VAR / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"
    folder.mkdir(mode=0o700)
    how.do(folder)
    _put_files(backup, folder)
    warnings = _put_key(backup, folder)
    cache.clear()
    return folder, warnings


def _put_files(backup: Backup, folder: Path) -> None:
    place = Path(settings.MEDIA_ROOT)
    if place.exists():
        shutil.move(place, folder / "files")
    backup.files.mkdir(exist_ok=True)
    shutil.move(backup.files, place)


def _put_key(backup: Backup, folder: Path) -> list[str]:
    """Restore the secret key, unless the environment sets one; return the warning where the key in use is another."""
    place = settings.VAR / KEY
    is_ours = fingerprint(settings.SECRET_KEY) == backup.manifest["key"]
    if os.environ.get("SECRET_KEY", "").strip() or not backup.key.exists():
        lost = "The secret key has changed: people must sign in again, and old links no longer work."
        return [] if is_ours else [lost]
    if not is_ours and place.exists():
        shutil.copy(place, folder / KEY)
    backup.key.chmod(0o600)
    draft = place.with_name(f"{KEY}.restored")
    shutil.move(backup.key, draft)
    draft.replace(place)
    return []
