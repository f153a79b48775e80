"""Replaces this installation by a checked backup and keeps the old one in a folder."""

import hashlib
import json
import os
import shutil
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, ProgrammingError, connection, connections
from django.utils import timezone

from clubs.models import Club, User
from dogclub.database import OURS, known
from dogclub.jobs.work import find
from dogclub.models import Job
from dogclub.operations.backup import postgresql, sqlite
from dogclub.operations.backup.make import FORMAT, KEY, engine, fingerprint, make
from dogclub.operations.backup.tar import MANIFEST, PIECE, SEAL, TOP, Unusable, is_sealed

# Checks a backup completely before anything of the installation is changed.


FOREIGN = "{} is no backup of Dog Club."
DAMAGED = "{} is damaged, or was not copied whole: its bytes are not those that were written. Take another one."
NEWER = "{} was made by Dog Club {}, which is newer than this one. Update Dog Club first."
ELSEWHERE = (
    "{} holds a {} database, and this server runs on {}. Restore it where that runs, then move everything: "
    "docs/running-it/several-machines.md says how."
)
NAMES = {sqlite.ENGINE: "SQLite", postgresql.ENGINE: "PostgreSQL"}


@dataclass(frozen=True)
class Backup:
    """A backup that passed all checks, with its members unpacked into `folder`."""

    manifest: dict[str, Any]
    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / (postgresql.NAME if self.manifest["engine"] == postgresql.ENGINE else sqlite.NAME)

    @property
    def files(self) -> Path:
        return self.folder / "files"

    @property
    def key(self) -> Path:
        return self.folder / KEY


def opened(file: Path, scratch: Path) -> Backup:
    """Check the backup, unpack it into `scratch` and return it. Raises Unusable where it is damaged, foreign, newer
    than this program or of another database vendor.
    """
    try:
        _recognise(file)
        if not is_sealed(file):
            raise Unusable(DAMAGED.format(file.name))
        manifest = _manifest(file)
        _fit(file, manifest)
        _unpack(file, manifest, scratch)
    except OSError as error:
        raise Unusable(f"{file} could not be read: {error.strerror or 'no reason given'}.") from error
    except (tarfile.TarError, ValueError, KeyError, TypeError) as error:
        raise Unusable(DAMAGED.format(file.name)) from error
    return Backup(manifest, scratch)


def _recognise(file: Path) -> None:
    if not file.is_file():
        raise Unusable(f"There is no file {file}.")
    with file.open("rb") as content:
        if not content.read(len(TOP)) == TOP.encode():
            raise Unusable(FOREIGN.format(file.name))


def _manifest(file: Path) -> dict[str, Any]:
    with tarfile.open(file, "r:") as tar:
        content = tar.extractfile(MANIFEST)
        manifest: dict[str, Any] = json.load(content) if content else {}
    if manifest["made_by"] != "Dog Club":
        raise Unusable(FOREIGN.format(file.name))
    return manifest


def _fit(file: Path, manifest: dict[str, Any]) -> None:
    """Raise Unusable for a newer version or another database vendor."""
    ours = {(app, name) for app, name in manifest["migrations"] if app in OURS}
    if manifest["format"] > FORMAT or ours - known():
        raise Unusable(NEWER.format(file.name, manifest["version"]))
    if manifest["engine"] != engine():
        raise Unusable(ELSEWHERE.format(file.name, NAMES[manifest["engine"]], NAMES[engine()]))


def _unpack(file: Path, manifest: dict[str, Any], scratch: Path) -> None:
    """Unpack the members; raises where they are not exactly those of the manifest, with safe paths and matching
    digests.
    """
    members = manifest["members"]
    with tarfile.open(file, "r:") as tar:
        names = {member.name.removeprefix(f"{TOP}/") for member in tar if member.name not in (MANIFEST, SEAL)}
        if names != members.keys():
            raise Unusable(DAMAGED.format(file.name))
        for name, member in members.items():
            _put(tar, name, scratch / _safe(file, name), member)


def _safe(file: Path, name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    is_known = path.parts[0] == "files" or name in (KEY, sqlite.NAME, postgresql.NAME)
    if path.is_absolute() or ".." in path.parts or not is_known:
        raise Unusable(FOREIGN.format(file.name))
    return path


def _put(tar: tarfile.TarFile, name: str, path: Path, member: dict[str, Any]) -> None:
    content = tar.extractfile(f"{TOP}/{name}")
    if content is None:
        raise ValueError(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with path.open("xb") as out:
        while piece := content.read(PIECE):
            digest.update(piece)
            out.write(piece)
    if digest.hexdigest() != member["sha256"]:
        raise ValueError(name)


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


# The steps after a restore and before use: migrate, cancel pending jobs, drop missing files, check the figures.


CALLED_OFF = "The server was restored from a backup meanwhile. Request it again if you still need it."


def bring_up_to_date(zone: str) -> None:
    """Migrate the restored database. `zone` is the time zone setting of the backed-up installation; where this one's
    differs, standings of clubs without a time zone of their own are marked to be computed again.
    """
    call_command("migrate", verbosity=0, interactive=False)
    if zone != settings.TIME_ZONE:
        Club.objects.filter(time_zone="").update(standings_clock="")  # an old backup does not contain the clock


def cancel_pending_jobs() -> int:
    """Cancel the jobs that were waiting or running, since they may have been done after the backup: no letter is sent
    twice. Return how many; those deleted when done (mail) are deleted and not counted.
    """
    waiting = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    Job.objects.filter(pk__in=[job.pk for job in waiting if _is_deleted_when_done(job)]).delete()
    ended: dict[str, Any] = {"state": Job.State.CANCELLED, "finished_at": timezone.now(), "lease": None, "now": ""}
    return waiting.update(**ended, problem=CALLED_OFF)


def _is_deleted_when_done(job: Job) -> bool:
    try:
        return find(job.kind).delete_when_done
    except KeyError:
        return True  # a kind that was removed


def forget_lost_files() -> int:
    """Remove the file names from jobs whose files are missing (backups usually leave them out); return how many."""
    named = Job.objects.exclude(file="").values_list("pk", "file")
    lost = [pk for pk, file in named if not default_storage.exists(file)]
    return Job.objects.filter(pk__in=lost).update(file="", file_name="", size=0)


def differing() -> str:
    """Return the differences between figures and entries as `rescore --check` prints them; "" without any."""
    output = StringIO()
    try:
        call_command("rescore", "--check", stdout=output)
    except CommandError:
        return output.getvalue().strip()
    return ""
