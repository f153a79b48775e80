"""Fixtures of the backup tests: an installation with data, its backup, and an installation with empty tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.databases import database_of
from tests.dogclub.operations.backup.copies import IMPORTS_FILE, JOBS_FILE
from tests.factory import a_club, a_match, some_players
from tests.server import Server, an_installation


@pytest.fixture(scope="module")
def full(
    migrated: Server, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Server]:
    """An installation with a club of three matches, an uploaded file and a file made by a job."""
    with an_installation(migrated, tmp_path_factory.mktemp("full") / "var") as installation:
        with django_db_blocker.unblock(), database_of(installation):
            club = a_club()
            players = some_players(club, 5)
            for hands in (2, 3, None):
                a_match(club, players, hands=hands)
        for name in (JOBS_FILE, IMPORTS_FILE):
            (installation.var / "files" / name).parent.mkdir(parents=True)
            (installation.var / "files" / name).write_text(f"content of {name}")
        yield installation


@pytest.fixture(scope="module")
def backup(full: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    done = full.forked("backup", str(tmp_path_factory.mktemp("kept")))
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.splitlines()[0])


@pytest.fixture
def empty(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    """An installation with migrated, empty tables."""
    with an_installation(migrated, tmp_path / "var") as installation:
        yield installation
