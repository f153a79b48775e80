"""An installation moved into another database and back, and the messages of what prevents it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.databases import POSTGRESQL, database, database_of
from tests.dogclub.operations.backup.copies import counts
from tests.factory import a_club
from tests.server import Server

MADE = "from clubs.models import Club, Player\nprint(Player.objects.create(club=Club.objects.get(), name='Zoe').pk)"


@pytest.fixture
def elsewhere(migrated: Server, tmp_path: Path) -> str:
    """The URL of an empty SQLite database: without tables where the suite runs on PostgreSQL."""
    file = tmp_path / "elsewhere.sqlite3"
    if not POSTGRESQL:
        shutil.copy(migrated.database_url.removeprefix("sqlite:///"), file)
    return f"sqlite:///{file}"


@pytest.fixture
def back(migrated: Server, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of the kind that the suite runs on."""
    with database("back", migrated.database_url) as url:
        yield url or f"sqlite:///{tmp_path / 'back.sqlite3'}"


def moved(server: Server, url: str) -> str:
    done = server.manage("move", url)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(server: Server, url: str) -> str:
    done = server.manage("move", url)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("Nothing was changed here.\n")
    return done.stderr.splitlines()[0]


@pytest.mark.thorough
def test_what_is_moved_and_back_is_what_was_there(empty: Server, elsewhere: str, back: str) -> None:
    """And new rows are numbered after the last one."""
    assert empty.manage("demo").returncode == 0
    there, again = Server(empty.var, elsewhere), Server(empty.var, back)
    said = moved(empty, elsewhere)
    assert "Copied and compared" in said
    assert moved(there, back) == said
    assert counts(again) == counts(there) == counts(empty)
    assert again.forked("rescore", "--check").returncode == 0
    assert empty.forked("shell", "-c", MADE).stdout == again.forked("shell", "-c", MADE).stdout != ""


@pytest.mark.thorough
def test_a_database_with_a_club_is_left_alone(full: Server, empty: Server, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock(), database_of(empty):
        a_club()
    assert "The new database has clubs or accounts already." in refused(full, empty.database_url)


def test_the_database_in_use_is_refused(full: Server) -> None:
    assert refused(full, full.database_url).endswith("That is the database in use. Name another one, which is empty.")


def test_an_empty_installation_has_nothing_to_move(empty: Server, elsewhere: str) -> None:
    assert "There is nothing here yet" in refused(empty, elsewhere)


@pytest.mark.variants
@pytest.mark.parametrize("url", ["mysql://dog@localhost/club", "sqlite://", "postgres://localhost"])
def test_a_url_of_no_database_is_refused_in_words(full: Server, url: str) -> None:
    assert "DATABASE_URL" in refused(full, url)


def test_a_database_that_cannot_be_reached_is_said(full: Server, tmp_path: Path) -> None:
    assert "unable to open database file" in refused(full, f"sqlite:///{tmp_path}/no/such/folder/club.sqlite3")


def test_nothing_is_moved_while_somebody_is_connected(
    full: Server, elsewhere: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(full), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM clubs_club")
        words = "Somebody else is connected" if POSTGRESQL else "Dog Club is still running"
        assert words in refused(full, elsewhere)
