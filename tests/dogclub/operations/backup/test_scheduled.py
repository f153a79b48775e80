"""Scheduled backups: enqueued when due, once, rotated by number, in a folder or in S3-compatible storage."""

import logging
import os
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from dogclub.jobs.run import run_here
from dogclub.models import Job
from dogclub.operations.backup import scheduled as backup_job
from dogclub.operations.backup.scheduled import Folder, ask_when_due, last_done, make_and_keep, too_old
from dogclub.operations.backup.tar import Unusable
from tests.server import Server, an_installation, until

KEY, SECRET = "AKIAKENNELKENNEL", "a-secret-that-nobody-may-read"
NAMES = [f"dogclub-backup-2026110{day}T030000Z.tar" for day in range(1, 7)]


@pytest.fixture
def wanted(settings: LazySettings, tmp_path: Path) -> Path:
    settings.BACKUP_TO, settings.BACKUP_EVERY = str(tmp_path), timedelta(hours=24)
    return tmp_path


def done(hours: float) -> Job:
    when = timezone.now() - timedelta(hours=hours)
    return Job.objects.create(kind="backup", state=Job.State.DONE, finished_at=when)


@pytest.mark.django_db
def test_nobody_asks_where_no_backups_are_wanted(settings: LazySettings) -> None:
    settings.BACKUP_TO = ""
    ask_when_due()
    assert not Job.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("hours", "number"), [(None, 1), (1, 0), (23.9, 0), (24.1, 1)])
def test_it_is_due_when_the_last_one_is_old_enough(wanted: Path, hours: float | None, number: int) -> None:
    if hours is not None:
        done(hours)
    ask_when_due()
    assert Job.objects.filter(state=Job.State.QUEUED).count() == number


@pytest.mark.django_db(transaction=True)
def test_however_many_watches_ask_there_is_one_backup(wanted: Path) -> None:
    done(30)

    def ask() -> None:
        ask_when_due()
        connection.close()

    watches = [threading.Thread(target=ask) for _ in range(6)]
    for watch in watches:
        watch.start()
    for watch in watches:
        watch.join()
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 1


@pytest.mark.django_db
def test_one_that_failed_for_good_is_tried_again_after_an_hour(wanted: Path) -> None:
    ask_when_due()
    for minutes, state in ((59, Job.State.FAILED), (61, Job.State.QUEUED)):
        ended = timezone.now() - timedelta(minutes=minutes)
        Job.objects.update(state=Job.State.FAILED, finished_at=ended)
        ask_when_due()
        assert Job.objects.get().state == state


@pytest.mark.django_db
def test_a_failure_is_in_the_log_and_in_the_row(
    wanted: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise Unusable("The backup could not be written to /kept: No space left on device.")

    monkeypatch.setattr(backup_job, "make_and_keep", fails)
    row = Job.objects.create(kind="backup")
    run_here(row.pk)
    row.refresh_from_db()
    assert (row.state, "No space left" in row.problem) == (Job.State.QUEUED, True)
    assert [each.levelno for each in caplog.records if "No space left" in each.getMessage()] == [logging.ERROR]
    assert last_done() is None


@pytest.mark.parametrize(
    ("new", "keep", "gone"),
    [(NAMES[5], 6, 0), (NAMES[5], 3, 3), (NAMES[5], 1, 5), (NAMES[0], 2, 4), (NAMES[0], 1, 5), (NAMES[5], 99, 0)],
)
def test_the_newest_stay_and_the_one_just_made_whatever_the_clock_says(new: str, keep: int, gone: int) -> None:
    went = too_old(NAMES, new, keep)
    assert len(went) == gone
    assert new not in went
    assert list(went) == [name for name in NAMES if name != new][:gone]


def test_an_old_one_that_cannot_be_deleted_spoils_neither_the_new_one_nor_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES:
        (tmp_path / name).mkdir() if name == NAMES[0] else (tmp_path / name).write_text("old")
    made = SimpleNamespace(file=tmp_path / NAMES[5], size=3, manifest={})
    monkeypatch.setattr("dogclub.operations.backup.scheduled.make", lambda *_, **__: made)
    assert make_and_keep(Folder(tmp_path), keep=3).gone == tuple(NAMES[1:3])
    assert {path.name for path in tmp_path.iterdir()} == {NAMES[0], *NAMES[3:]}


@pytest.mark.thorough
def test_by_hand_nothing_is_rotated_unless_asked(migrated: Server, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in (*NAMES, "holiday.tar", "dogclub-backup-notes.txt"):
        (kept / name).write_text("old")
    with an_installation(migrated, tmp_path / "var") as installation:
        installation.extra["BACKUP_KEEP"] = "3"
        assert installation.manage("backup", str(kept)).returncode == 0
        assert len(list(kept.iterdir())) == 9
        (made,) = {path.name for path in kept.glob("dogclub-backup-*.tar")} - set(NAMES)
        (kept / made).rename(kept / "dogclub-backup-20261107T030000Z.tar")  # two within a second share a name
        assert installation.manage("backup", str(kept), "--rotate").returncode == 0
    names = {path.name for path in kept.iterdir()}
    assert len(names) == 5
    assert {"holiday.tar", "dogclub-backup-notes.txt"} <= names


def test_a_real_server_makes_its_backups_by_itself(stopped_server: Server, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    stopped_server.extra["BACKUP_TO"] = str(kept)
    stopped_server.start()
    until(lambda: kept.is_dir() and any(kept.glob("dogclub-backup-*.tar")), stopped_server.process)
    stopped_server.kill()
    assert len(list(kept.glob("dogclub-backup-*.tar"))) == 1


class Storage:
    """An S3-compatible storage (moto) in this process; `environment` are the variables for it."""

    def __init__(self) -> None:
        from moto.server import ThreadedMotoServer

        self.server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        self.server.start()
        _, port = self.server.get_host_and_port()
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {
            "S3_ENDPOINT": self.url,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "S3_REGION": "us-east-1",
        }

    def ask(self, method: str, path: str) -> tuple[int, bytes]:
        """Send a request to the storage's API and return status and body."""
        import http.client

        caller = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=30)
        signed = f"AWS4-HMAC-SHA256 Credential={KEY}/20260101/us-east-1/s3"
        caller.request(method, path, headers={"Authorization": signed})
        answer = caller.getresponse()
        return answer.status, answer.read()


@pytest.fixture(scope="module")
def storage() -> Iterator[Storage]:
    kept = {name: os.environ.get(name) for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
    one = Storage()
    assert one.ask("PUT", "/kennel")[0] == 200
    yield one
    one.server.stop()
    for name, value in kept.items():
        if value is None:
            os.environ.pop(name, None)


@pytest.mark.thorough
def test_a_bucket_keeps_them_and_gives_them_back(migrated: Server, storage: Storage, tmp_path: Path) -> None:
    with an_installation(migrated, tmp_path / "var") as installation:
        large = installation.var / "files" / "imports" / "large.bin"
        large.parent.mkdir(parents=True)
        large.write_bytes(os.urandom(20_000_000))  # uploaded in three parts
        installation.extra |= {**storage.environment, "BACKUP_KEEP": "1", "BACKUP_TO": "s3://kennel/dogs"}
        assert storage.ask("PUT", f"/kennel/dogs/{NAMES[0]}")[0] == 200
        made = installation.manage("backup", "--rotate")
        assert made.returncode == 0, made.stderr
        assert made.stdout.startswith("s3://kennel/dogs/dogclub-backup-")
        assert f"{NAMES[0]} was the oldest, and is gone." in made.stdout
        listed = storage.ask("GET", "/kennel?list-type=2&prefix=dogs/")[1].decode()
        assert listed.count("<Key>dogs/dogclub-backup-") == 1
        assert not any((installation.var / "backup-out").iterdir())
        for source in ("s3://kennel/dogs", made.stdout.splitlines()[0]):
            large.unlink(missing_ok=True)
            restored = installation.manage("restore", source)
            assert restored.returncode == 0, restored.stderr
            assert large.stat().st_size == 20_000_000
        assert KEY not in made.stdout + made.stderr
        assert SECRET not in made.stdout + made.stderr


@pytest.mark.parametrize(
    ("where", "endpoint", "words"),
    [
        ("s3://no-such-bucket/dogs", "", "there is no such bucket or file"),
        ("s3://kennel/dogs", "http://127.0.0.1:1", "the storage does not answer"),
    ],
)
@pytest.mark.thorough
def test_storage_that_refuses_is_a_sentence_without_the_keys(
    migrated: Server, storage: Storage, tmp_path: Path, where: str, endpoint: str, words: str
) -> None:
    with an_installation(migrated, tmp_path / "var") as installation:
        installation.extra |= storage.environment | ({"S3_ENDPOINT": endpoint} if endpoint else {})
        done = installation.manage("backup", where)
    assert (done.returncode, words in done.stderr, done.stderr.count("\n")) == (1, True, 1)
    assert KEY not in done.stderr and SECRET not in done.stderr
