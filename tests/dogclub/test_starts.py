"""A start that fails: one or two sentences, no traceback, and never a false "ready"."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.server import Server

pytestmark = pytest.mark.only("sqlite")
Wrong = Callable[[Path], None]


class ByAnyUser(Server):
    """A server to which file permissions apply even if root runs the tests."""

    def command(self, *arguments: str) -> list[str]:
        without = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        return [*without, *super().command(*arguments)]


@pytest.fixture
def stopped(migrated: Server, tmp_path: Path) -> Server:
    shutil.copytree(migrated.var, tmp_path / "var")
    return ByAnyUser(tmp_path / "var", f"sqlite:///{tmp_path / 'var' / 'dogclub.sqlite3'}")


def damaged(var: Path) -> None:
    """Overwrite every page of the database but the first and the last, so that any command reads a damaged one."""
    with (var / "dogclub.sqlite3").open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(b"dogs" * ((size - 2 * 4096) // 4))


def cut_short(var: Path) -> None:
    file = var / "dogclub.sqlite3"
    os.truncate(file, file.stat().st_size // 2)


def no_database(var: Path) -> None:
    (var / "dogclub.sqlite3").write_bytes(b"bark" * 4096)


def a_folder(var: Path) -> None:
    (var / "dogclub.sqlite3").unlink()
    (var / "dogclub.sqlite3").mkdir()


def unreadable(var: Path) -> None:
    (var / "dogclub.sqlite3").chmod(0o000)


def read_only(var: Path) -> None:
    (var / "dogclub.sqlite3").chmod(0o400)


def closed(var: Path) -> None:
    """Write the secret key and make the folder read-only."""
    (var / "secret-key").write_text("bone" * 20)
    var.chmod(0o500)


def newer(var: Path) -> None:
    with closing(sqlite3.connect(var / "dogclub.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_later', '2030-01-01')"
        )


def empty_key(var: Path) -> None:
    (var / "secret-key").write_text("")


def short_key(var: Path) -> None:
    (var / "secret-key").write_text("abc\n")


Case = tuple[Wrong, str, str]
CASES: list[Case] = [
    (damaged, "is damaged.", "./run restore FROM --replace"),
    (cut_short, "is damaged.", "./run restore FROM --replace"),
    (no_database, "is damaged.", "./run restore FROM --replace"),
    (a_folder, "cannot be opened.", "may read and write it"),
    (unreadable, "cannot be opened.", "may read and write it"),
    (read_only, "cannot be written to.", "may write the file and its folder"),
    (closed, "cannot be written to; ", "name a folder Dog Club may write to"),
    (newer, "A newer Dog Club has changed this database.", "./run restore FROM --replace"),
    (empty_key, "secret-key is empty or cut short;", "or delete the file"),
    (short_key, "secret-key is empty or cut short;", "or delete the file"),
]


@pytest.mark.variants
@pytest.mark.parametrize(("wrong", "sentence", "remedy"), CASES)
def test_a_server_that_cannot_be_says_so(stopped: Server, wrong: Wrong, sentence: str, remedy: str) -> None:
    says_so(stopped, "serve", (wrong, sentence, remedy))


@pytest.mark.thorough
@pytest.mark.parametrize(("wrong", "sentence", "remedy"), CASES)
def test_run_says_it_too(stopped: Server, wrong: Wrong, sentence: str, remedy: str) -> None:
    says_so(stopped, "start", (wrong, sentence, remedy))


def says_so(shared_server: Server, command: str, case: Case) -> None:
    wrong, sentence, remedy = case
    wrong(shared_server.var)
    done = shared_server.manage(command, "--port", "0")
    assert done.returncode != 0
    assert sentence in done.stderr
    assert remedy in done.stderr
    assert done.stderr.count("\n") <= 2
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("wrong", [cut_short, no_database, a_folder, unreadable])
def test_any_other_command_says_it_too(stopped: Server, wrong: Wrong) -> None:
    wrong(stopped.var)
    done = stopped.manage("rescore", "--check")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 2


def test_what_is_only_read_can_be_looked_at(stopped: Server) -> None:
    read_only(stopped.var)
    done = stopped.manage("rescore", "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.variants
@pytest.mark.parametrize("wrong", [cut_short, read_only, newer])
def test_what_goes_wrong_under_a_server_is_not_ready(stopped: Server, wrong: Wrong) -> None:
    stopped.start("--no-worker")
    try:
        wrong(stopped.var)
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{stopped.url}/health/ready")
        found = json.load(refused.value)  # the body follows the head, so read it before the server is killed
    finally:
        stopped.kill()
    assert (refused.value.code, found["status"], found["database"]["ok"]) == (503, "not ready", False)
