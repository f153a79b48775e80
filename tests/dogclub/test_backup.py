"""A house copied and put back; and every copy that is not whole, turned away before anything is touched."""

import hashlib
import io
import json
import random
import shutil
import sqlite3
import stat
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from dogclub import __version__
from dogclub.backup.checking import opened
from dogclub.backup.tar import Writing, is_sealed
from dogclub.backup.words import Unusable
from tests.games.factory import a_club, a_match, some_players
from tests.ledger.test_crash import database_of
from tests.server import POSTGRESQL, ROOT, Database, Server

JOBS_FILE = "jobs/1234/book.pdf"
IMPORTS_FILE = "imports/5678/nights.csv"


@pytest.fixture(scope="module")
def full(
    migrated: Server, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Server]:
    """A club with three matches, a file somebody brought in and one a job made."""
    with a_house(migrated, tmp_path_factory.mktemp("full") / "var") as house:
        with django_db_blocker.unblock(), database_of(house):
            club = a_club()
            players = some_players(club, 5)
            for hands in (2, 3, None):
                a_match(club, players, hands=hands)
        for name in (JOBS_FILE, IMPORTS_FILE):
            (house.var / "files" / name).parent.mkdir(parents=True)
            (house.var / "files" / name).write_text(f"content of {name}")
        yield house


@pytest.fixture(scope="module")
def backup(full: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    done = full.manage("backup", str(tmp_path_factory.mktemp("kept")))
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.splitlines()[0])


@pytest.fixture
def empty(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    """A house with tables and nobody in it."""
    with a_house(migrated, tmp_path / "var") as house:
        yield house


@contextmanager
def a_house(migrated: Server, var: Path) -> Iterator[Server]:
    """A copy of the empty house with a database of its own, and nobody serving it."""
    shutil.copytree(migrated.var, var)
    with Database(f"dogclub_backup_{uuid4().hex}", migrated.database_url) as url:
        yield Server(var, url or f"sqlite:///{var / 'dogclub.sqlite3'}")


def counts(house: Server) -> dict[str, int]:
    """What a new backup of the house says of it."""
    done = house.manage("backup", str(house.var / "counting" / uuid4().hex))
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = manifest(Path(done.stdout.splitlines()[0]))["counts"]
    return found


def manifest(file: Path) -> dict[str, Any]:
    with tarfile.open(file) as tar:
        content = tar.extractfile("dogclub-backup/manifest.json")
        assert content
        found: dict[str, Any] = json.load(content)
        return found


def state(house: Server) -> dict[str, str]:
    """Every file the house keeps, by its content, without the copies it was asked for here."""
    files = (path for path in house.var.rglob("*") if path.is_file() and "counting" not in path.parts)
    return {str(path.relative_to(house.var)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def turned_away(file: Path, scratch: Path) -> str:
    """What is said of a file that is not even unpacked."""
    scratch.mkdir()
    with pytest.raises(Unusable) as error:
        opened(file, scratch)
    return str(error.value)


def refused(house: Server, file: Path, *more: str) -> str:
    """What `restore` says as it declines, having changed nothing."""
    before = state(house)
    done = house.manage("restore", str(file), *more)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 2
    assert done.stderr.endswith("Nothing was changed.\n")
    after = state(house)
    assert {name for name in before | after if before.get(name) != after.get(name)} <= {"dogclub.sqlite3-queue"}
    return done.stderr.removeprefix("CommandError: ").splitlines()[0]


def test_what_is_put_back_is_what_was_there(backup: Path, full: Server, empty: Server) -> None:
    done = empty.manage("restore", str(backup))
    assert done.returncode == 0, done.stderr
    assert "Restored: 1 clubs, 0 accounts, 5 players, 0 nights, 3 matches" in done.stdout
    assert counts(empty) == manifest(backup)["counts"] == counts(full)
    assert empty.manage("rescore", "--check").returncode == 0
    assert empty.manage("makemigrations", "--check", "--dry-run").returncode == 0


def test_files_people_brought_in_come_along_and_what_jobs_made_does_not(backup: Path, empty: Server) -> None:
    assert empty.manage("restore", str(backup)).returncode == 0
    assert (empty.var / "files" / IMPORTS_FILE).read_text() == f"content of {IMPORTS_FILE}"
    assert not (empty.var / "files" / JOBS_FILE).exists()


def test_what_jobs_made_comes_along_where_it_is_asked_for(full: Server, empty: Server, tmp_path: Path) -> None:
    file = full.manage("backup", str(tmp_path / "all"), "--job-files").stdout.splitlines()[0]
    assert empty.manage("restore", file).returncode == 0
    assert (empty.var / "files" / JOBS_FILE).read_text() == f"content of {JOBS_FILE}"


def test_the_secret_key_comes_along_for_the_owner_alone(backup: Path, full: Server, empty: Server) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    (empty.var / "secret-key").write_text("another key of this house that is long enough to be taken 0123456789")
    assert empty.manage("restore", str(backup)).returncode == 0
    key = empty.var / "secret-key"
    assert key.read_text() == (full.var / "secret-key").read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert (next(empty.var.glob("before-restore-*")) / "secret-key").read_text().startswith("another key")


def test_a_key_of_the_environment_stays_there_and_that_is_said(backup: Path, empty: Server) -> None:
    empty.extra["SECRET_KEY"] = "0123456789" * 6
    done = empty.manage("restore", str(backup))
    assert (done.returncode, "The secret key is another one" in done.stderr) == (0, True)


def test_the_manifest_says_what_it_holds(backup: Path) -> None:
    said = manifest(backup)
    assert (said["made_by"], said["version"], said["format"]) == ("Dog Club", __version__, 1)
    assert said["counts"]["entries"] > 40
    with tarfile.open(backup) as tar:
        for name, each in said["members"].items():
            content = tar.extractfile(f"dogclub-backup/{name}")
            assert content and hashlib.sha256(content.read()).hexdigest() == each["sha256"]


def test_the_version_is_that_of_the_project() -> None:
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()


def test_a_house_is_only_replaced_when_that_is_asked_for_and_kept_aside(backup: Path, empty: Server) -> None:
    assert empty.manage("restore", str(backup)).returncode == 0
    assert refused(empty, backup).startswith("There is a house here already. Add --replace")
    done = empty.manage("restore", str(backup), "--replace")
    assert done.returncode == 0, done.stderr
    aside = max(empty.var.glob("before-restore-*"))
    assert (aside / "files" / IMPORTS_FILE).exists()
    if POSTGRESQL:
        assert empty.manage("restore", str(aside), "--replace").returncode == 0
    else:
        with closing(sqlite3.connect(aside / "dogclub.sqlite3")) as old:
            assert old.execute("SELECT count(*) FROM games_match").fetchone()[0] == 3


def test_out_of_a_folder_the_newest_is_taken(full: Server, empty: Server, backup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(backup, folder)
    (folder / "dogclub-backup-20200101T000000Z.tar").write_text("an old one")
    (folder / "holiday.tar").write_text("not one of ours")
    assert empty.manage("restore", str(folder)).returncode == 0


def test_an_empty_folder_and_a_file_that_is_not_there_are_sentences(empty: Server, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    assert refused(empty, tmp_path / "nothing") == f"There is no backup in {tmp_path / 'nothing'}."
    assert refused(empty, tmp_path / "none.tar") == f"There is no file {tmp_path / 'none.tar'}."


def a_photo(content: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + content


def another_tar(content: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        tar.addfile(tarfile.TarInfo("holiday/photo.png"))
    return file.getvalue()


@pytest.mark.parametrize("wrong", [a_photo, another_tar, lambda content: b""], ids=["a photo", "a tar", "nothing"])
def test_what_is_no_backup_is_turned_away(backup: Path, tmp_path: Path, wrong: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "found.tar"
    file.write_bytes(wrong(backup.read_bytes()))
    assert turned_away(file, tmp_path / "scratch") == "found.tar is no backup of Dog Club."


@pytest.mark.parametrize("share", [0.1, 0.5, 0.999])
def test_a_copy_that_broke_off_is_turned_away(backup: Path, tmp_path: Path, share: float) -> None:
    file = tmp_path / "half.tar"
    content = backup.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    assert "damaged, or was not copied whole" in turned_away(file, tmp_path / "scratch")


def test_one_bit_anywhere_is_enough_to_turn_a_copy_away(backup: Path, tmp_path: Path) -> None:
    content, chance, file = bytearray(backup.read_bytes()), random.Random(1908), tmp_path / "flipped.tar"
    ends = [0, 100, 345, len(content) - 1, len(content) - 600, len(content) - 1300]
    assert is_sealed(backup)
    for place in [*ends, *(chance.randrange(len(content)) for _ in range(60))]:
        content[place] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        assert not is_sealed(file), place
        content[:] = backup.read_bytes()


def test_a_damaged_copy_is_turned_away_by_the_command(backup: Path, empty: Server, tmp_path: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 4
    file = tmp_path / "flipped.tar"
    file.write_bytes(content)
    assert "damaged, or was not copied whole" in refused(empty, file, "--replace")


def forged(backup: Path, file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> Path:
    """A backup with a right seal whose content was changed first."""
    with tarfile.open(backup) as tar:
        said = manifest(backup)
        members = {name: tar.extractfile(f"dogclub-backup/{name}").read() for name in said["members"]}  # type: ignore[union-attr]
    change(said, members)
    with file.open("wb") as out:
        writing = Writing(out)
        for name, content in members.items():
            writing.add(name, io.BytesIO(content), len(content))
        said["members"] = writing.members.copy() | said.pop("extra", {})
        writing.close(json.dumps(said).encode())
    return file


def from_the_future(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["migrations"].append(["games", "0099_flying_dogs"])
    said["version"] = "9.0"


def from_a_new_format(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["format"], said["version"] = 2, "9.0"


def from_the_other_database(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["engine"] = "sqlite" if POSTGRESQL else "postgresql"


def with_a_hole(said: dict[str, Any], members: dict[str, bytes]) -> None:
    database = next(name for name in members if name.startswith("database"))
    members[database] = members[database][:-2000]


def with_a_member_missing(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["extra"] = {"files/lost.csv": {"size": 4, "sha256": "0" * 64}}


def out_of_the_box(said: dict[str, Any], members: dict[str, bytes]) -> None:
    members["files/../../../escaped"] = b"woof"


def without_numbers(said: dict[str, Any], members: dict[str, bytes]) -> None:
    said["format"] = "first"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            from_the_future,
            "was made by Dog Club 9.0, which is newer than this one. Bring the program up to date first.",
        ),
        (from_a_new_format, "was made by Dog Club 9.0, which is newer"),
        (from_the_other_database, "database, and this house runs on"),
        (with_a_member_missing, "damaged"),
        (out_of_the_box, "is no backup of Dog Club."),
        (without_numbers, "damaged"),
    ],
)
def test_a_whole_copy_that_does_not_fit_is_turned_away(
    backup: Path, tmp_path: Path, change: Callable[..., None], words: str
) -> None:
    assert words in turned_away(forged(backup, tmp_path / "forged.tar", change), tmp_path / "scratch")
    assert not list(tmp_path.parent.rglob("escaped"))


def test_a_database_that_cannot_be_unpacked_is_turned_away(backup: Path, empty: Server, tmp_path: Path) -> None:
    assert "The database in it is damaged" in refused(empty, forged(backup, tmp_path / "forged.tar", with_a_hole))


@pytest.mark.only("sqlite")
def test_a_database_whose_rows_hang_in_the_air_is_turned_away(backup: Path, empty: Server, tmp_path: Path) -> None:
    import gzip

    def orphan(said: dict[str, Any], members: dict[str, bytes]) -> None:
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(gzip.decompress(members["database.sqlite3.gz"]))
        with closing(sqlite3.connect(copy)) as database:
            database.execute("UPDATE games_seat SET player_id = 999999 WHERE id = (SELECT min(id) FROM games_seat)")
            database.commit()
        members["database.sqlite3.gz"] = gzip.compress(copy.read_bytes())

    assert "SQLite’s own check finds fault" in refused(empty, forged(backup, tmp_path / "forged.tar", orphan))


def test_nothing_is_restored_under_a_running_server(backup: Path, server: Server) -> None:
    import urllib.request

    urllib.request.urlopen(f"{server.url}/health/ready").close()
    words = "Somebody else is connected" if POSTGRESQL else "Dog Club is still running"
    done = server.manage("restore", str(backup), "--replace")
    assert (done.returncode, words in done.stderr) == (1, True)


@pytest.mark.only("sqlite")
def test_a_house_that_cannot_be_read_any_more_can_be_replaced(backup: Path, empty: Server) -> None:
    (empty.var / "dogclub.sqlite3").write_bytes(b"chewed by a dog" * 1000)
    assert refused(empty, backup).startswith("There is a house here already.")
    done = empty.manage("restore", str(backup), "--replace")
    assert done.returncode == 0, done.stderr


@pytest.mark.only("sqlite")
def test_a_damaged_house_is_not_backed_up(empty: Server, full: Server, tmp_path: Path) -> None:
    (empty.var / "dogclub.sqlite3").write_bytes(b"chewed by a dog" * 1000)
    done = empty.manage("backup", str(tmp_path / "kept"))
    assert (done.returncode, done.stdout) == (1, "")
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.only("postgresql")
@pytest.mark.parametrize("command", [["backup", "kept"], ["restore", "FILE"]])
def test_without_the_tools_of_the_database_it_says_what_to_install(
    backup: Path, empty: Server, tmp_path: Path, command: list[str]
) -> None:
    empty.extra["PATH"] = str(tmp_path)
    done = empty.manage(*(str(backup) if part == "FILE" else part for part in command))
    assert (done.returncode, "apt install postgresql-client" in done.stderr) == (1, True)


@pytest.mark.only("postgresql")
def test_tools_older_than_the_server_say_so(empty: Server, tmp_path: Path) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    empty.extra["PATH"] = f"{tmp_path}:/usr/bin:/bin"
    done = empty.manage("backup", str(tmp_path / "kept"))
    assert "pg_dump is version 9, and the server is" in done.stderr


def test_where_there_is_no_room_or_no_right_to_write_is_a_sentence(full: Server) -> None:
    done = full.manage("backup", "/dev/null/kept")
    assert (done.returncode, done.stderr) == (
        1,
        "CommandError: The backup could not be written to /dev/null/kept: Not a directory.\n",
    )
    done = full.manage("backup", "ftp://kennel.example")
    assert done.stderr == "CommandError: Backups go into a folder or to s3://bucket/folder.\n"


def test_a_backup_that_was_cut_off_leaves_nothing_behind_for_long(full: Server, tmp_path: Path) -> None:
    import os

    old, new = tmp_path / ".dogclub-backup-20200101T000000Z.tar.1.part", tmp_path / ".dogclub-backup-new"
    for left in (old, new):
        left.write_text("half of it")
    os.utime(old, (0, 0))
    assert full.manage("backup", str(tmp_path)).returncode == 0
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.django_db
def test_work_that_waited_is_called_off_and_letters_are_forgotten() -> None:
    from dogclub.backup import afterwards
    from games.models import Job

    Job.objects.create(kind="mail", asked={"to": ["bea@dogs.example"]})
    Job.objects.create(kind="frisbee", asked={})
    waiting = Job.objects.create(kind="backup", state=Job.State.RUNNING)
    lost = Job.objects.create(kind="backup", state=Job.State.DONE, file="jobs/gone", file_name="book.pdf")
    assert (afterwards.lay_work_down(), afterwards.forget_lost_files()) == (1, 1)
    waiting.refresh_from_db()
    lost.refresh_from_db()
    assert (waiting.state, waiting.problem) == (Job.State.CANCELLED, afterwards.CALLED_OFF)
    assert (lost.file, lost.state) == ("", Job.State.DONE)
    assert Job.objects.count() == 2
