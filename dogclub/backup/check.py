"""Checks a backup completely before anything of the installation is changed."""

import hashlib
import json
import tarfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from dogclub.backup import postgresql, sqlite
from dogclub.backup.errors import Unusable
from dogclub.backup.make import FORMAT, KEY, engine
from dogclub.backup.tar import MANIFEST, PIECE, SEAL, TOP, is_sealed
from dogclub.database.known_migrations import OURS, known

FOREIGN = "{} is no backup of Dog Club."
DAMAGED = "{} is damaged, or was not copied whole: its bytes are not those that were written. Take another one."
NEWER = "{} was made by Dog Club {}, which is newer than this one. Update Dog Club first."
ELSEWHERE = (
    "{} holds a {} database, and this server runs on {}. Restore it where that runs, and move each club with "
    "export and import: docs/running-it/several-machines.md says how."
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
