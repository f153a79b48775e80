"""The fair queue of writers, with threads, with processes, and with failures."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connections, transaction

from dogclub.server.sqlite import base as queue_module
from dogclub.server.sqlite.base import DatabaseWrapper, Turn, WriterQueue, queue_of
from tests.server import until

ALIAS = "scratch"
TIMEOUT = 10  # seconds
OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": TIMEOUT,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


@pytest.fixture
def file(tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """A SQLite file of its own, with an alias that Django's transactions can use."""
    path = tmp_path / "scratch.sqlite3"
    connections.databases[ALIAS] = {"ENGINE": "dogclub.server.sqlite", "NAME": path, "OPTIONS": {**OPTIONS}}
    connections.settings = connections.configure_settings(connections.databases)
    with django_db_blocker.unblock():
        write("CREATE TABLE bids (id INTEGER PRIMARY KEY, who TEXT)")
        yield path
        connections[ALIAS].close()
    del connections[ALIAS], connections.databases[ALIAS]


def write(statement: str, *values: Any) -> None:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(statement, values or None)


def bid(who: str) -> None:
    write("INSERT INTO bids (who) VALUES (%s)", who)


def bids() -> list[str]:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute("SELECT who FROM bids ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


def bid_in_transaction(who: str) -> None:
    with transaction.atomic(using=ALIAS):
        bid(who)


def at_once(work: Callable[[str], None], names: str, times: int) -> list[DatabaseError]:
    """Run `work` in one thread per name, `times` times each, all started together; return the errors."""
    start = threading.Barrier(len(names))
    errors: list[DatabaseError] = []

    def run(name: str) -> None:
        connections[ALIAS].ensure_connection()
        start.wait()
        try:
            for _ in range(times):
                work(name)
        except DatabaseError as error:
            errors.append(error)
        connections[ALIAS].close()

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.fixture
def in_order(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Turn], list[Turn]]:
    """Return two lists of turns, in the order in which they joined the queue and in which they were served."""
    came: list[Turn] = []
    served: list[Turn] = []
    wait = WriterQueue.wait_for_turn

    class Line(deque[Turn]):
        def append(self, turn: Turn) -> None:
            came.append(turn)
            super().append(turn)

    def wait_for_turn(self: WriterQueue, timeout: float) -> Turn:
        served.append(turn := wait(self, timeout))
        return turn

    monkeypatch.setattr(queue_module, "deque", Line)
    monkeypatch.setattr(WriterQueue, "wait_for_turn", wait_for_turn)
    return came, served


@pytest.mark.parametrize("work", [bid_in_transaction, bid], ids=["in transactions", "without"])
def test_eight_threads_write_in_turn(
    file: Path, work: Callable[[str], None], in_order: tuple[list[Turn], list[Turn]]
) -> None:
    queue_of(file).reset()
    assert at_once(work, "abcdefgh", 40) == []
    order = bids()
    assert {name: order.count(name) for name in "abcdefgh"} == dict.fromkeys("abcdefgh", 40)
    came, served = in_order
    assert len(came) == 8 * 40
    assert served == came


def test_whoever_comes_first_writes_first() -> None:
    queue = WriterQueue()
    first, order = queue.wait_for_turn(10), []

    def wait(number: int) -> None:
        turn = queue.wait_for_turn(10)
        order.append(number)
        queue.leave(turn)

    threads = []
    for number in range(20):
        threads.append(threading.Thread(target=wait, args=(number,)))
        threads[-1].start()
        until(lambda: queue.length() == len(threads) + 1)
    queue.leave(first)
    for thread in threads:
        thread.join()
    assert order == list(range(20))


def test_a_transaction_in_a_transaction_takes_one_turn(file: Path) -> None:
    with transaction.atomic(using=ALIAS), transaction.atomic(using=ALIAS):
        bid("a")
        assert queue_of(file).length() == 1
    assert queue_of(file).length() == 0


def test_reading_takes_no_turn(file: Path) -> None:
    turn = queue_of(file).wait_for_turn(1)
    assert bids() == []
    queue_of(file).leave(turn)


def test_an_error_gives_the_turn_back(file: Path) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic(using=ALIAS):
        bid("a")
        raise ZeroDivisionError
    with pytest.raises(DatabaseError):
        write("INSERT INTO nowhere VALUES (1)")
    assert (bids(), queue_of(file).length()) == ([], 0)


def test_closing_in_a_transaction_gives_the_turn_back(file: Path) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(using=ALIAS):
        bid("a")
        connections[ALIAS].close()
        bid("b")
    assert (bids(), queue_of(file).length()) == ([], 0)


def test_many_rows_at_once_are_one_turn(file: Path) -> None:
    with connections[ALIAS].cursor() as cursor:
        cursor.executemany("INSERT INTO bids (who) VALUES (%s)", [["a"], ["b"]])
    assert (bids(), queue_of(file).length()) == (["a", "b"], 0)


def test_one_whose_thread_ended_is_dropped() -> None:
    queue, stuck = WriterQueue(), []
    thread = threading.Thread(target=lambda: stuck.append(queue.wait_for_turn(1)))
    thread.start()
    thread.join()
    second = queue.wait_for_turn(0.01)
    assert queue.length() == 1
    queue.leave(stuck[0])
    queue.leave(second)
    assert queue.length() == 0


def test_one_who_waits_too_long_goes_on_and_sqlite_decides(file: Path) -> None:
    """A writer of this process holds the lock: the others give up after the timeout, in the queue and at SQLite."""
    timeout = connections.databases[ALIAS]["OPTIONS"]["timeout"] = 0.5
    with transaction.atomic(using=ALIAS):
        bid("a")
        begun = time.monotonic()
        errors = at_once(bid, "bcdefgh", 1)
        took = time.monotonic() - begun
        assert [getattr(each.__cause__, "sqlite_errorcode", 0) for each in errors] == [sqlite3.SQLITE_BUSY] * 7
        assert timeout <= took < 10
        assert queue_of(file).length() == 1
    assert at_once(bid, "bc", 1) == []
    assert sorted(bids()) == ["a", "b", "c"]


def test_a_write_that_can_be_left_out_hardly_waits(file: Path) -> None:
    def quickly(who: str) -> None:
        connection = connections[ALIAS]
        assert isinstance(connection, DatabaseWrapper)
        with connection.waiting_at_most(0.01):
            bid(who)

    with transaction.atomic(using=ALIAS):
        bid("a")
        begun = time.monotonic()
        errors = at_once(quickly, "b", 1)
        assert time.monotonic() - begun < TIMEOUT
        assert [getattr(each.__cause__, "sqlite_errorcode", 0) for each in errors] == [sqlite3.SQLITE_BUSY]
    assert at_once(quickly, "b", 1) == []


PROCESS = """
import sys
from pathlib import Path
from django.conf import settings
settings.configure(DATABASES={"default": {"ENGINE": "dogclub.server.sqlite", "NAME": sys.argv[1], "OPTIONS": OPTIONS}})
import django
django.setup()
from django.db import connection, transaction
connection.ensure_connection()
name, times, go = sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])
go.with_name(name).touch()
while not go.exists():
    pass
for _ in range(times):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bids (who) VALUES (%s)", [name])
""".replace("OPTIONS}", f"{OPTIONS}}}")


def test_three_processes_lose_no_write(file: Path, tmp_path: Path) -> None:
    go = tmp_path / "go"
    processes = [
        subprocess.Popen([sys.executable, "-c", PROCESS, str(file), name, "40", str(go)], stderr=subprocess.PIPE)
        for name in "abc"
    ]
    until(lambda: all((tmp_path / name).exists() for name in "abc"))
    go.touch()
    assert [process.communicate()[1] for process in processes] == [b"", b"", b""]
    assert Counter(bids()) == {"a": 40, "b": 40, "c": 40}


FORKER = """
import os, sys
from pathlib import Path
from dogclub.server.sqlite.base import queue_of
queue = queue_of(Path(sys.argv[1]))
turn = queue.wait_for_turn(1)
if child := os.fork():
    queue.leave(turn)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
assert queue.length() == 0
queue.leave(turn)  # the parent's: nothing to leave
queue.leave(queue.wait_for_turn(1))
"""


def test_a_forked_child_stands_in_line_anew(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FORKER, str(tmp_path / "x.sqlite3")], check=False, timeout=120)
    assert done.returncode == 0
