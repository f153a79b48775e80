"""A real server, its worker or the Typst process is killed while a book is made: the book is finished all the same."""

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
    """Return the ids of the processes whose command line contains `words`; with `within`, only children of this
    process.
    """
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
def server(demo_installation: Server, tmp_path: Path) -> Iterator[Server]:
    with running(demo_installation, tmp_path / "var") as one:
        yield one


@pytest.fixture
def ordered(server: Server) -> str:
    """The key of a job whose PDF is being typeset."""
    key = shell(server, ASK)
    until(lambda: bool(at_work(server, key)), server.process)
    until(lambda: bool(processes("dogclub.exchange.books.typst_child", at_work(server, key)[0])), server.process)
    return key


def at_work(server: Server, key: str) -> list[int]:
    """Return the ids of the job's processes that are children of the server.

    Grandchildren do not count: one just forked still has the command line of the job.
    """
    assert server.process
    return processes(f"job {key}", server.process.pid)


def is_killed(found: list[int]) -> bool:
    """Kill the first process; return whether there was one that had not ended yet."""
    with suppress(ProcessLookupError):
        if found:
            os.kill(found[0], signal.SIGKILL)
            return True
    return False


def state(server: Server) -> list[str]:
    """Return state, tries, size in bytes and problem of the only job."""
    return str(Work(server, server.var).value(STATE)).split("|")


def is_done(server: Server) -> bool:
    now, _, size, problem = state(server)
    assert now != "failed", problem
    return now == "done" and int(size) > 100_000


def test_the_server_and_the_worker_killed_the_book_finishes_when_they_are_back(server: Server, ordered: str) -> None:
    (worker,) = at_work(server, ordered)
    children = processes("dogclub.exchange.books.typst_child", worker)
    server.kill(signal.SIGKILL)
    os.kill(worker, signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{child}/stat").exists() for child in children))
    server.start()
    until(lambda: is_done(server), server.process, patience=150)
    assert state(server)[1] == "2"


def test_a_child_killed_the_book_goes_on_in_the_same_run(server: Server, ordered: str) -> None:
    (worker,) = at_work(server, ordered)
    until(lambda: is_killed(processes("dogclub.exchange.books.typst_child", worker)), server.process)
    until(lambda: is_done(server), server.process, patience=150)
    assert state(server)[1] == "1"
