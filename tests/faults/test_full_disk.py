"""A full disk: what needs no space works, everything else is refused with a message, and freeing space suffices.

The kernel limits the size of the server's files to one that is reached after some entries, and later lifts that limit.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from dogclub.database import FULL_ADVICE
from games import ledger
from tests.databases import database_of
from tests.faults.counts import Counts
from tests.faults.writing import Writer, knowing_this_process
from tests.server import Server, an_installation, running, until

pytestmark = pytest.mark.only("sqlite")
SMALL = 700_000  # bytes: less than the database, more than the write-ahead log of the first entries
ENDLESS = resource.RLIM_INFINITY


class Narrow(Server):
    """A server whose processes have space for the 32 KB that SQLite needs to open its file, and no more."""

    def command(self, *arguments: str) -> list[str]:
        return ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", *super().command(*arguments)]


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """Limit the size of the files of the server's process to SMALL."""
    assert server.process
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (SMALL, ENDLESS))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


@pytest.mark.thorough
def test_entries_are_refused_with_507_and_go_on_once_there_is_room(
    stopped_server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(stopped_server):
        writer = Writer(knowing_this_process(stopped_server))
        with no_room(stopped_server):
            status, said = next(answer for answer in map(writer.send, range(40)) if answer[0] not in (200, 201))
            stopped = len(writer.acknowledged)
            assert (status, said["status"], said["type"]) == (507, 507, "/api/v1/problems/disk-full")
            assert "The server’s disk is full" in said["detail"]
            assert writer.send(stopped)[0] == 507
            assert writer.page(f"/m/{writer.match.pk}/")[0] == 200
        assert writer.send(stopped)[0] == 201
        assert writer.send(stopped)[0] == 200  # the same message again
        assert writer.send(stopped + 1)[0] == 201
        assert writer.counts() == Counts(1, stopped + 2)
        assert ledger.rescore(writer.match.pk, check=True) == []
    lines = [line for line in stopped_server.log.splitlines() if "the disk is full" in line]
    assert len(lines) == 2
    assert "Traceback" not in stopped_server.log


@pytest.mark.thorough
def test_a_start_and_what_only_reads_need_no_room(migrated: Server, tmp_path: Path) -> None:
    with an_installation(migrated, tmp_path / "var", Narrow) as installation:
        done = installation.manage("rescore", "--check")
        assert (done.returncode, done.stderr) == (0, "")
    with running(migrated, tmp_path / "other", Narrow) as installation:
        until(installation.answers, installation.process)
        assert installation.process


class Brimful(Server):
    """A server whose processes do not even have the space that SQLite needs to open its file."""

    def command(self, *arguments: str) -> list[str]:
        return ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *super().command(*arguments)]


@pytest.mark.thorough
def test_without_room_to_open_the_database_it_is_a_sentence(migrated: Server, tmp_path: Path) -> None:
    with an_installation(migrated, tmp_path / "var", Brimful) as installation:
        for command in (["serve", "--port", "0"], ["rescore", "--check"]):
            assert (
                "The disk is full. Make room on it; nothing that was written is lost."
                in installation.manage(*command).stderr
            )
            assert installation.manage(*command).stderr.count("\n") == 1


@pytest.mark.thorough
def test_a_command_that_must_write_says_that_the_disk_is_full(migrated: Server, tmp_path: Path) -> None:
    with an_installation(migrated, tmp_path / "var", Narrow) as installation:
        kept = tmp_path / "kept"
        backup, demo = installation.manage("backup", str(kept)), installation.manage("demo")
        assert backup.returncode != 0
        assert demo.returncode != 0
        assert "Traceback" not in backup.stderr + demo.stderr
        assert demo.stderr == FULL_ADVICE + "\n"
        assert backup.stderr.startswith(f"CommandError: The backup could not be written to {kept}: the disk is full.\n")
        assert list(kept.iterdir()) == []
