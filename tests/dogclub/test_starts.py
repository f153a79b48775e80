"""A start that fails: one or two sentences, no traceback, and never a false "ready"."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from dogclub.operations.health import checks
from dogclub.operations.health.checks import database_check, static_check
from dogclub.operations.health.database import State, gone
from dogclub.server.staticfiles import mark_collected
from tests.server import Server, free_port

pytestmark = pytest.mark.only("sqlite")
Wrong = Callable[[Path], None]


# File permissions apply to the server even if root runs the tests.
BY_ANY_USER = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.getuid() == 0 else ()


@pytest.fixture(scope="module")
def one_place(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose folder each test fills anew, so that all of them fork the same process."""
    var = tmp_path_factory.mktemp("starts") / "var"
    server = Server(var, f"sqlite:///{var / 'dogclub.sqlite3'}", before=BY_ANY_USER, port=free_port())
    shutil.copytree(migrated.var, var)
    assert server.forked("help").returncode == 0  # its settings are read before anything is wrong
    shutil.rmtree(var)
    yield server
    server.end_shell()


@pytest.fixture
def stopped(migrated: Server, one_place: Server) -> Iterator[Server]:
    """An empty installation, not running."""
    shutil.copytree(migrated.var, one_place.var)
    yield one_place
    one_place.var.chmod(0o700)  # `closed` forbids it
    shutil.rmtree(one_place.var)


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
IN_ITS_SETTINGS: list[Case] = [
    (closed, "cannot be written to; ", "name a folder Dog Club may write to"),
    (empty_key, "secret-key is empty or cut short;", "or delete the file"),
    (short_key, "secret-key is empty or cut short;", "or delete the file"),
]
IN_ITS_DATABASE: list[Case] = [
    (damaged, "is damaged.", "./run restore FROM --replace"),
    (cut_short, "is damaged.", "./run restore FROM --replace"),
    (no_database, "is damaged.", "./run restore FROM --replace"),
    (a_folder, "cannot be opened.", "may read and write it"),
    (unreadable, "cannot be opened.", "may read and write it"),
    (read_only, "cannot be written to.", "may write the file and its folder"),
    (newer, "A newer Dog Club has changed this database.", "./run restore FROM --replace"),
]


@pytest.mark.variants
@pytest.mark.parametrize("case", IN_ITS_SETTINGS)
def test_a_server_without_its_key_or_its_folder_says_so(stopped: Server, case: Case) -> None:
    case[0](stopped.var)
    says_so(stopped.manage("serve", "--port", "0"), case)


@pytest.mark.parametrize("case", IN_ITS_DATABASE)
def test_a_server_that_cannot_be_says_so_and_run_too(stopped: Server, case: Case) -> None:
    case[0](stopped.var)
    for command in ("serve", "start"):
        says_so(stopped.forked(command, "--port", "0"), case)


def says_so(done: "subprocess.CompletedProcess[str]", case: Case) -> None:
    _, sentence, remedy = case
    assert done.returncode != 0
    assert sentence in done.stderr
    assert remedy in done.stderr
    assert done.stderr.count("\n") <= 2
    assert "Traceback" not in done.stderr + done.stdout


def emptied(var: Path) -> None:
    (var / "dogclub.sqlite3").write_bytes(b"")


def missing(var: Path) -> None:
    (var / "dogclub.sqlite3").unlink()


@pytest.mark.parametrize(
    ("wrong", "command"),
    [(missing, "start"), (emptied, "start"), (missing, "serve"), (emptied, "migrate"), (emptied, "backup")],
)
def test_a_database_that_is_gone_is_not_replaced_by_a_new_one(stopped: Server, wrong: Wrong, command: str) -> None:
    """A regression test: after a power cut, or without its disk, a club got the demo, and then backups of the demo."""
    wrong(stopped.var)
    before = sorted(path.name for path in stopped.var.iterdir())
    done = stopped.forked(command)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is missing or empty, though there was one" in done.stderr
    assert "./run restore FROM" in done.stderr and "./run --new" in done.stderr
    assert sorted(path.name for path in stopped.var.iterdir()) == before
    assert wrong is missing or (stopped.var / "dogclub.sqlite3").stat().st_size == 0


def test_a_new_one_is_made_where_that_is_asked_for_and_only_there(stopped: Server) -> None:
    there = stopped.forked("migrate", "--new")
    assert (there.returncode, there.stderr) == (2, "There is a database here: --new is only for where it is gone.\n")
    emptied(stopped.var)
    assert stopped.forked("migrate", "--new", "clubs", "0001", "--verbosity=0").returncode == 0
    missing(stopped.var)
    assert stopped.forked("migrate").returncode == 2


@pytest.mark.thorough
def test_a_first_start_that_was_interrupted_is_no_loss(tmp_path: Path) -> None:
    """Also where another command made the key, where a kill left a database without tables, and where somebody only
    asked what would be done.
    """
    new = Server(tmp_path, f"sqlite:///{tmp_path / 'dogclub.sqlite3'}")
    assert new.manage("check").returncode == 0
    with closing(sqlite3.connect(tmp_path / "dogclub.sqlite3")) as database:
        database.execute("PRAGMA journal_mode=WAL")
    try:
        plan = new.forked("migrate", "--plan")
        assert (plan.returncode, plan.stderr) == (0, "") and "clubs.0001_initial" in plan.stdout
        assert new.forked("migrate", "--check").returncode == 1
        assert new.forked("migrate", "--verbosity=0").returncode == 0
        assert new.forked("rescore", "--check").returncode == 0
        with closing(sqlite3.connect(tmp_path / "dogclub.sqlite3")) as database, database:
            database.execute("DELETE FROM django_migrations")
        assert new.forked("serve").returncode == 2
    finally:
        new.end_shell()


@pytest.mark.django_db
def test_files_or_backups_without_a_key_are_enough(settings: Settings, tmp_path: Path) -> None:
    kept, files = tmp_path / "kept", tmp_path / "files" / "jobs"
    settings.VAR, settings.MEDIA_ROOT, settings.BACKUP_TO = tmp_path, tmp_path / "files", str(kept)
    kept.mkdir()
    files.mkdir(parents=True)
    assert gone() == ""
    for file in (kept / "dogclub-backup-20261107T030000Z.tar", files / "book"):
        file.write_text("old")
        assert "is missing or empty, though there was one" in gone()
        file.unlink()
    assert gone() == ""


@pytest.mark.parametrize("wrong", [cut_short, no_database, a_folder, unreadable])
def test_any_other_command_says_it_too(stopped: Server, wrong: Wrong) -> None:
    wrong(stopped.var)
    done = stopped.forked("rescore", "--check")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 2


def test_what_is_only_read_can_be_looked_at(stopped: Server) -> None:
    read_only(stopped.var)
    done = stopped.forked("rescore", "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.thorough
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


def test_a_database_that_was_never_migrated_is_refused(tmp_path: Path) -> None:
    empty = Server(tmp_path / "var", f"sqlite:///{tmp_path / 'var' / 'dogclub.sqlite3'}")
    commands = (["serve", "--port", "0"], ["runserver", "--noreload", "0"], ["signout", "sam@kennel.example"])
    try:
        for command in commands:
            done = empty.forked(*command)
            assert done.returncode != 0
            assert [line.removeprefix("CommandError: ") for line in done.stderr.splitlines()] == [
                "The database is not up to date with this program. Bring it up to date first: ./run migrate."
            ]
    finally:
        empty.end_shell()


@pytest.mark.thorough
def test_styles_that_were_never_collected_are_at_the_start(stopped: Server) -> None:
    shutil.rmtree(stopped.var / "static")
    (stopped.var / "static-collected").unlink()
    stopped.start("--no-worker")
    try:
        said = stopped.log
        with urlopen(f"{stopped.url}/accounts/login/") as page, urlopen(f"{stopped.url}/health/ready") as ready:
            assert (page.status, json.load(ready)["static"]["ok"]) == (200, True)
        shutil.rmtree(stopped.var / "static")
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{stopped.url}/health/ready")
        found = json.load(refused.value)
    finally:
        stopped.kill()
    assert "Collecting styles and scripts … done in" in said
    assert (refused.value.code, found["static"]["ok"]) == (503, False)
    assert "run collectstatic" in found["static"]["words"]


@pytest.mark.django_db
def test_a_check_before_it_is_deployed_notices_both(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR = tmp_path
    assert [each.id for each in (*database_check(), *static_check())] == ["dogclub.static"]
    mark_collected()
    assert static_check() == []
    monkeypatch.setattr(checks, "state", lambda: State("", is_older=True))
    assert [(each.id, each.hint) for each in database_check()] == [("dogclub.database", "Run ./run migrate.")]


def test_the_page_of_an_error_needs_no_static_files(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    answer = Client(raise_request_exception=False).get("/accounts/login/")
    assert (answer.status_code, "it is ours, not yours" in answer.content.decode()) == (500, True)
    assert len([each for each in caplog.records if each.levelname == "ERROR"]) == 1
