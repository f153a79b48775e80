"""An installation backed up and restored, and the messages of what prevents either."""

import hashlib
import shutil
import sqlite3
import stat
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from dogclub import __version__
from tests.databases import POSTGRESQL
from tests.dogclub.operations.backup.copies import IMPORTS_FILE, JOBS_FILE, counts, manifest, refused
from tests.server import ROOT, Server


def test_what_is_put_back_is_what_was_there(backup: Path, full: Server, empty: Server) -> None:
    done = empty.forked("restore", str(backup))
    assert done.returncode == 0, done.stderr
    assert "Restored: 1 club, 0 accounts, 5 players, 0 nights, 3 matches" in done.stdout
    assert counts(empty) == manifest(backup)["counts"] == counts(full)
    assert empty.forked("rescore", "--check").returncode == 0
    assert empty.forked("makemigrations", "--check", "--dry-run").returncode == 0


def test_files_people_brought_in_come_along_and_what_jobs_made_does_not(backup: Path, empty: Server) -> None:
    assert empty.forked("restore", str(backup)).returncode == 0
    assert (empty.var / "files" / IMPORTS_FILE).read_text() == f"content of {IMPORTS_FILE}"
    assert not (empty.var / "files" / JOBS_FILE).exists()


@pytest.mark.thorough
def test_what_jobs_made_comes_along_where_it_is_asked_for(full: Server, empty: Server, tmp_path: Path) -> None:
    file = full.forked("backup", str(tmp_path / "all"), "--job-files").stdout.splitlines()[0]
    assert empty.forked("restore", file).returncode == 0
    assert (empty.var / "files" / JOBS_FILE).read_text() == f"content of {JOBS_FILE}"


def test_the_secret_key_comes_along_for_the_owner_alone(backup: Path, full: Server, empty: Server) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    (empty.var / "secret-key").write_text("another key of this server that is long enough to be taken 0123456789")
    assert empty.forked("restore", str(backup)).returncode == 0
    key = empty.var / "secret-key"
    assert key.read_text() == (full.var / "secret-key").read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert (next(empty.var.glob("before-restore-*")) / "secret-key").read_text().startswith("another key")


def test_a_key_of_the_environment_stays_there_and_that_is_said(backup: Path, empty: Server) -> None:
    empty.extra["SECRET_KEY"] = "0123456789" * 6
    done = empty.forked("restore", str(backup))
    assert (done.returncode, "The secret key has changed" in done.stderr) == (0, True)


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


@pytest.mark.thorough
def test_a_house_is_only_replaced_when_that_is_asked_for_and_kept_aside(backup: Path, empty: Server) -> None:
    assert empty.forked("restore", str(backup)).returncode == 0
    assert refused(empty, backup).startswith("There is an installation here already. Add --replace")
    done = empty.forked("restore", str(backup), "--replace")
    assert done.returncode == 0, done.stderr
    aside = max(empty.var.glob("before-restore-*"))
    assert (aside / "files" / IMPORTS_FILE).exists()
    if POSTGRESQL:
        assert empty.forked("restore", str(aside), "--replace").returncode == 0
    else:
        with closing(sqlite3.connect(aside / "dogclub.sqlite3")) as old:
            assert old.execute("SELECT count(*) FROM games_match").fetchone()[0] == 3


@pytest.mark.thorough
def test_a_backup_made_before_an_update_is_brought_up_to_date(backup: Path, empty: Server, tmp_path: Path) -> None:
    """The older backup lacks the tables of django-axes and has the same club."""
    assert empty.forked("restore", str(backup)).returncode == 0
    assert empty.forked("migrate", "axes", "zero").returncode == 0
    assert empty.forked("migrate", "--check").returncode == 1
    older = empty.forked("backup", str(tmp_path / "older")).stdout.splitlines()[0]
    done = empty.forked("restore", older, "--replace")
    assert "Restored: 1 club, 0 accounts, 5 players, 0 nights, 3 matches" in done.stdout, done.stderr
    assert empty.forked("migrate", "--check").returncode == 0


@pytest.mark.thorough
def test_out_of_a_folder_the_newest_is_taken(full: Server, empty: Server, backup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    shutil.copy(backup, folder)
    (folder / "dogclub-backup-20200101T000000Z.tar").write_text("an old one")
    (folder / "holiday.tar").write_text("not one of ours")
    assert empty.forked("restore", str(folder)).returncode == 0


def test_an_empty_folder_and_a_file_that_is_not_there_are_sentences(empty: Server, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    assert refused(empty, tmp_path / "nothing") == f"There is no backup in {tmp_path / 'nothing'}."
    assert refused(empty, tmp_path / "none.tar") == f"There is no file {tmp_path / 'none.tar'}."


@pytest.mark.thorough
def test_nothing_is_restored_under_a_running_server(backup: Path, server: Server) -> None:
    import urllib.request

    urllib.request.urlopen(f"{server.url}/health/ready").close()
    words = "Somebody else is connected" if POSTGRESQL else "Dog Club is still running"
    done = server.manage("restore", str(backup), "--replace")
    assert (done.returncode, words in done.stderr) == (1, True)


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_a_house_that_cannot_be_read_any_more_can_be_replaced(backup: Path, empty: Server) -> None:
    (empty.var / "dogclub.sqlite3").write_bytes(b"chewed by a dog" * 1000)
    assert refused(empty, backup).startswith("There is an installation here already.")
    done = empty.forked("restore", str(backup), "--replace")
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_a_damaged_house_is_not_backed_up(empty: Server, full: Server, tmp_path: Path) -> None:
    (empty.var / "dogclub.sqlite3").write_bytes(b"chewed by a dog" * 1000)
    done = empty.forked("backup", str(tmp_path / "kept"))
    assert (done.returncode, done.stdout) == (1, "")
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.only("postgresql")
@pytest.mark.parametrize("command", [["backup", "kept"], ["restore", "FILE"]])
def test_without_the_tools_of_the_database_it_says_what_to_install(
    backup: Path, empty: Server, tmp_path: Path, command: list[str]
) -> None:
    empty.extra["PATH"] = str(tmp_path)
    done = empty.forked(*(str(backup) if part == "FILE" else part for part in command))
    assert (done.returncode, "apt install postgresql-client" in done.stderr) == (1, True)


@pytest.mark.only("postgresql")
def test_tools_older_than_the_server_say_so(empty: Server, tmp_path: Path) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    empty.extra["PATH"] = f"{tmp_path}:/usr/bin:/bin"
    done = empty.forked("backup", str(tmp_path / "kept"))
    assert "pg_dump is version 9, and the server is" in done.stderr


def test_where_there_is_no_room_or_no_right_to_write_is_a_sentence(full: Server) -> None:
    done = full.forked("backup", "/dev/null/kept")
    assert (done.returncode, done.stderr) == (
        1,
        "CommandError: The backup could not be written to /dev/null/kept: Not a directory.\n",
    )
    done = full.forked("backup", "ftp://kennel.example")
    assert done.stderr == "CommandError: Backups go into a folder or to s3://bucket/folder.\n"


@pytest.mark.thorough
def test_a_backup_that_was_cut_off_leaves_nothing_behind_for_long(full: Server, tmp_path: Path) -> None:
    import os

    old, new = tmp_path / ".dogclub-backup-20200101T000000Z.tar.1.part", tmp_path / ".dogclub-backup-new"
    for left in (old, new):
        left.write_text("half of it")
    os.utime(old, (0, 0))
    assert full.forked("backup", str(tmp_path)).returncode == 0
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.django_db
def test_work_that_waited_is_called_off_and_letters_are_forgotten() -> None:
    from dogclub.models import Job
    from dogclub.operations.backup import restore

    Job.objects.create(kind="mail", asked={"to": ["bea@dogs.example"]})
    Job.objects.create(kind="frisbee", asked={})
    waiting = Job.objects.create(kind="backup", state=Job.State.RUNNING)
    lost = Job.objects.create(kind="backup", state=Job.State.DONE, file="jobs/gone", file_name="book.pdf")
    assert (restore.cancel_pending_jobs(), restore.forget_lost_files()) == (1, 1)
    waiting.refresh_from_db()
    lost.refresh_from_db()
    assert (waiting.state, waiting.problem) == (Job.State.CANCELLED, restore.CALLED_OFF)
    assert (lost.file, lost.state) == ("", Job.State.DONE)
    assert Job.objects.count() == 2
