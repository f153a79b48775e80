"""A long load test: tablets write, boards listen, pages are requested, archives are made.

    python -m tests.faults.soak 60             60 minutes

Afterwards the entries are counted as after a kill, and the resources of the server (files, threads, memory) are
reported twice: as soon as everything has happened once, and at the end.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.faults.counts import Counts
from tests.faults.kills import counted
from tests.faults.serving import serving
from tests.server import Server, resident, until

BOARDS = 15  # a session may have 20 streams
PAGES = ("/c/kennel/", "/c/kennel/standings/", "/c/kennel/nights/", "/accounts/login/")
BETWEEN_ARCHIVES = 5.0  # seconds
WARM = 300  # seconds until everything has happened once, on any machine


@dataclass
class Soaked:
    """The result of a load test. `held` are the {"files", "threads", "megabytes"} of the server once everything has
    happened, and at the end.
    """

    seconds: float
    entries: Counts
    heard: int  # versions received by all boards
    pages: int
    archives: int
    wrong: list[str]  # wrong responses and failed archives, as sentences
    held: list[dict[str, int]]


def main(minutes: float) -> Soaked:
    with serving() as server:
        return soak(server, minutes * 60)


def soak(server: Server, seconds: float) -> Soaked:
    """Run the load for so many seconds, and return the result."""
    from tests.faults.soakers import Archivist, Board, Reader, endless_tablets

    begun = time.monotonic()
    at_work = endless_tablets(server)
    session = at_work[0].session
    boards = [Board(server, session) for _ in range(BOARDS)]
    reader, archivist = Reader(server, session, PAGES), Archivist(BETWEEN_ARCHIVES)
    with working([*at_work, *boards, reader, archivist]):
        until(lambda: archivist.made > 0 and reader.read >= len(PAGES), patience=WARM)
        until(lambda: all(board.heard for board in boards), patience=WARM)
        until(lambda: all(tablet.answers > 1 for tablet in at_work), patience=WARM)  # the second message undoes a line
        held = [holding(server)]
        time.sleep(max(0, seconds - (time.monotonic() - begun)))
        held.append(holding(server))
    wrong = [each for each in (*reader.wrong, archivist.wrong, *(board.wrong for board in boards)) if each]
    took = round(time.monotonic() - begun, 1)
    heard = sum(board.heard for board in boards)
    return Soaked(took, counted(at_work, 1), heard, reader.read, archivist.made, wrong, held)


@contextmanager
def working(threads: list[Any]) -> Iterator[None]:
    """Run the threads while the context lasts, then stop them."""
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.done.set()
    for thread in threads:
        thread.join()


def holding(server: Server) -> dict[str, int]:
    """The files, threads and megabytes that the server's process uses."""
    assert server.process
    of = Path(f"/proc/{server.process.pid}")
    files, threads = (len(list((of / name).iterdir())) for name in ("fd", "task"))
    return {"files": files, "threads": threads, "megabytes": resident(server.process.pid) // 1_000_000}


if __name__ == "__main__":
    print(json.dumps(asdict(main(float(sys.argv[1])))))
