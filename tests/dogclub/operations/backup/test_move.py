"""An installation moved into another database and back, and the messages of what prevents it."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import POSTGRESQL, database
from tests.dogclub.operations.backup.copies import counts
from tests.server import Server


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"


@pytest.fixture
def back(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of the kind that the suite runs on."""
    with database("back") as url:
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
    assert empty.manage("demo").returncode == 0
    there, again = Server(empty.var, elsewhere), Server(empty.var, back)
    said = moved(empty, elsewhere)
    assert "Copied and compared" in said
    assert moved(there, back) == said
    assert counts(again) == counts(there) == counts(empty)
    assert again.manage("rescore", "--check").returncode == 0


def test_numbers_go_on_after_the_last_one(full: Server, elsewhere: str, back: str) -> None:
    moved(full, elsewhere)
    moved(Server(full.var, elsewhere), back)
    made = "from clubs.models import Club, Player\nprint(Player.objects.create(club=Club.objects.get(), name='Zoe').pk)"
    first, again = full.manage("shell", "-c", made), Server(full.var, back).manage("shell", "-c", made)
    assert first.stdout == again.stdout != ""


def test_a_database_with_a_club_is_left_alone(full: Server, elsewhere: str) -> None:
    moved(full, elsewhere)
    assert refused(full, elsewhere).endswith("The new database has clubs or accounts already. Name an empty one.")


def test_the_database_in_use_is_refused(full: Server) -> None:
    assert refused(full, full.database_url).endswith("That is the database in use. Name another one, which is empty.")


def test_an_empty_installation_has_nothing_to_move(empty: Server, elsewhere: str, tmp_path: Path) -> None:
    assert "There is nothing here yet" in refused(empty, elsewhere)
    assert not (tmp_path / "elsewhere.sqlite3").exists()


@pytest.mark.parametrize("url", ["mysql://dog@localhost/club", "sqlite://", "postgres://localhost"])
def test_a_url_of_no_database_is_refused_in_words(full: Server, url: str) -> None:
    assert "DATABASE_URL" in refused(full, url)


def test_a_database_that_cannot_be_reached_is_said(full: Server, tmp_path: Path) -> None:
    assert "unable to open database file" in refused(full, f"sqlite:///{tmp_path}/no/such/folder/club.sqlite3")


def test_nothing_is_moved_under_a_running_server(server: Server, elsewhere: str) -> None:
    assert server.manage("demo").returncode == 0
    urllib.request.urlopen(f"{server.url}/health/ready").close()
    words = "Somebody else is connected" if POSTGRESQL else "Dog Club is still running"
    assert words in refused(server, elsewhere)
