"""Helpers of the backup tests: installations that no server runs on, the content of a backup, and error messages."""

import hashlib
import json
import tarfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from dogclub.operations.backup.restore import opened
from dogclub.operations.backup.tar import Unusable
from tests.server import Server

JOBS_FILE = "jobs/1234/book.pdf"


IMPORTS_FILE = "imports/5678/nights.csv"


def counts(server: Server) -> dict[str, int]:
    """The counts in the manifest of a new backup of the installation."""
    done = server.forked("backup", str(server.var / "counting" / uuid4().hex))
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = manifest(Path(done.stdout.splitlines()[0]))["counts"]
    return found


def manifest(file: Path) -> dict[str, Any]:
    with tarfile.open(file) as tar:
        content = tar.extractfile("dogclub-backup/manifest.json")
        assert content
        found: dict[str, Any] = json.load(content)
        return found


def state(server: Server) -> dict[str, str]:
    """SHA-256 of every file under `var`, by relative path, without the backups that `counts` made."""
    files = (path for path in server.var.rglob("*") if path.is_file() and "counting" not in path.parts)
    return {str(path.relative_to(server.var)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def rejection(file: Path, scratch: Path) -> str:
    """The message with which a file is refused before it is unpacked."""
    scratch.mkdir()
    with pytest.raises(Unusable) as error:
        opened(file, scratch)
    return str(error.value)


def refused(server: Server, file: Path, *more: str) -> str:
    """Run `restore`, check that it fails and changes nothing, and return the first line of its message."""
    before = state(server)
    done = server.forked("restore", str(file), *more)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 2
    assert done.stderr.endswith("Nothing was changed.\n")
    after = state(server)
    assert after == before
    return done.stderr.removeprefix("CommandError: ").splitlines()[0]
