"""Somebody pulls the plug in the middle of a book: it finishes by itself, with the real server and the real worker."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.dogclub.kennel import Work
from tests.server import Server, running, until

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
ASK = """
from dogclub.jobs import enqueue
from clubs.models import Club
print(enqueue("season-book", Club.objects.get(), None, {"season": None}).pk)
"""
STATE = "SELECT state || '|' || tries || '|' || size || '|' || problem FROM dogclub_job"


def shell(server: Server, code: str) -> str:
    done = server.manage("shell", "--verbosity=0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def processes(words: str, within: int | None = None) -> list[int]:
    """Those with these words in their command; `within`: only children of this one."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            pid = int(entry.name)
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if words in command and within in (None, parent):
                found.append(pid)
    return found


@pytest.fixture
def server(demo_house: Server, tmp_path: Path) -> Iterator[Server]:
    with running(demo_house, tmp_path / "var") as one:
        yield one


@pytest.fixture
def ordered(server: Server) -> str:
    """The key of a job whose book is being set."""
    key = shell(server, ASK)
    until(lambda: bool(at_work(server, key)), server.process)
    until(lambda: bool(processes("dogclub.books.pdf.typst_child", at_work(server, key)[0])), server.process)
    return key


def at_work(server: Server, key: str) -> list[int]:
    """A child that it has just begun still goes by its command."""
    assert server.process
    return processes(f"job {key}", server.process.pid)


def is_killed(found: list[int]) -> bool:
    """The first of them; not where there is none, or it has ended by itself."""
    with suppress(ProcessLookupError):
        if found:
            os.kill(found[0], signal.SIGKILL)
            return True
    return False


def state(server: Server) -> list[str]:
    """State, tries, bytes and problem of the only job there is."""
    return str(Work(server, server.var).value(STATE)).split("|")


def is_done(server: Server) -> bool:
    now, _, size, problem = state(server)
    assert now != "failed", problem
    return now == "done" and int(size) > 100_000


def test_the_server_and_the_worker_killed_the_book_finishes_when_they_are_back(server: Server, ordered: str) -> None:
    (worker,) = at_work(server, ordered)
    children = processes("dogclub.books.pdf.typst_child", worker)
    server.kill(signal.SIGKILL)
    os.kill(worker, signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{child}/stat").exists() for child in children))
    server.start()
    until(lambda: is_done(server), server.process, patience=150)
    assert state(server)[1] == "2"


def test_a_child_killed_the_book_goes_on_in_the_same_run(server: Server, ordered: str) -> None:
    (worker,) = at_work(server, ordered)
    until(lambda: is_killed(processes("dogclub.books.pdf.typst_child", worker)), server.process)
    until(lambda: is_done(server), server.process, patience=150)
    assert state(server)[1] == "1"
