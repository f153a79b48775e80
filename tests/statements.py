"""Which tests PostgreSQL repeats: some that together execute every statement of the app that SQLite executed.

With `--statements FILE`, a run on SQLite writes which tests PostgreSQL may leave out, and a run on PostgreSQL leaves
them out. A statement counts once for each error it ended with, whatever the number of values in its lists; one that
writes, or is in a file that locks rows, also for each function of the app that executes it, because SQLite locks none
and would not miss the transaction. Tests that PostgreSQL runs in any case (`selection.WHAT_DATABASES_DO`) are counted
first; of the others, those are taken that add most for the seconds they need.
"""

import heapq
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.db import Error
from django.db.backends.signals import connection_created

from tests import plans, selection

LEAST = 0.05  # seconds that every test needs
REPEATED = re.compile(r"(\([^()]*\))(?:, \1)+")
SELECT = re.compile(r"\s*SELECT\b", re.IGNORECASE)
SAVEPOINT = re.compile(r'"s\d+_x\d+"')
Executed = Mapping[str, Iterable[int]]


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "on SQLite, write the tests that PostgreSQL may leave out to this file; on PostgreSQL, leave them out"
    parser.addoption("--statements", type=Path, metavar="FILE", help=words)


def pytest_configure(config: pytest.Config) -> None:
    if config.option.statements and selection.VENDOR == "sqlite":
        config.pluginmanager.register(Recorder(config.option.statements))


class Recorder:
    """Records the statements of every connection of a worker for each of its tests; writes the file at the end."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.locking = frozenset(files_that_lock())
        self.current: set[tuple[str, str, str]] = set()
        self.repeated: dict[str, bool] = {}
        self.executed: dict[str, list[int]] = {}
        self.seconds: defaultdict[str, float] = defaultdict(float)
        connection_created.connect(self.watch)

    def watch(self, connection: Any, **_: Any) -> None:
        if self.note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.note)

    def note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Execute wrapper: the statement, the function of the app that executes it, and its error if it has one."""
        failed = ""
        try:
            return execute(sql, params, many, context)
        except Error as error:
            failed = type(error).__name__
            raise
        finally:
            if place := plans.place_of(sys._getframe(1)):
                self.current.add((sql, place_that_counts(sql, place, self.locking), failed))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Remember which tests PostgreSQL runs, and of each whether in any case."""
        alike = selection.AlikeOnBoth(selection.AnotherVariant())
        self.repeated = {item.nodeid: selection.is_of_databases(item) for item in session.items if not alike(item)}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.current = set()
        try:
            return (yield)
        finally:
            if item.nodeid in self.repeated:
                self.executed[item.nodeid] = sorted({number(*each) for each in self.current})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        for nodeid, always, executed in getattr(node, "workeroutput", {}).get("executed", ()):
            self.repeated[nodeid], self.executed[nodeid] = always, executed

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            found = [(nodeid, self.repeated[nodeid], executed) for nodeid, executed in self.executed.items()]
            session.config.workeroutput["executed"] = found
            return
        always = [nodeid for nodeid in self.executed if self.repeated[nodeid]]
        kept = {*always, *chosen(self.executed, always, self.seconds)}
        self.file.write_text(json.dumps(sorted(self.executed.keys() - kept)))


def place_that_counts(sql: str, place: str, locking: Container[str]) -> str:
    """The function by which a statement is told apart from the same one elsewhere; empty if it only reads."""
    return "" if SELECT.match(sql) and place.partition(":")[0] not in locking else place


def files_that_lock() -> Iterator[str]:
    """Yield the files of the app, below its root, that lock rows until their transaction ends."""
    for path in (Path(folder) for folder in plans.OURS):
        for each in path.rglob("*.py"):
            if "select_for_update" in each.read_text():
                yield str(each.relative_to(plans.ROOT))


def number(sql: str, place: str, failed: str) -> int:
    alike = SAVEPOINT.sub("", plans.LISTS.sub("(%s)", REPEATED.sub(r"\1", sql)))
    return crc32(f"{failed} {place} {alike}".encode())


def chosen(executed: Executed, always: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Tests that together execute what the `always` do not: each time the one that adds most for its seconds."""
    missing = {nodeid: set(numbers) for nodeid, numbers in executed.items()}
    done = set[int]().union(*(missing.pop(nodeid) for nodeid in always))
    found: list[str] = []

    def gain(nodeid: str) -> float:
        missing[nodeid] -= done
        return len(missing[nodeid]) / (LEAST + seconds.get(nodeid, 0))

    gains = [(-gain(nodeid), nodeid) for nodeid in missing]
    heapq.heapify(gains)
    while gains and gains[0][0]:
        before, nodeid = heapq.heappop(gains)
        if (now := -gain(nodeid)) == before:
            found.append(nodeid)
            done |= missing[nodeid]
        elif now:
            heapq.heappush(gains, (now, nodeid))
    return found
