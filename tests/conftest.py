"""What every test may ask for. `needs("redis")` skips with a reason where the machine has none;
`only("sqlite")` leaves a test out of the other database's run. DOGCLUB_TEST_NO_SKIPS=1 makes a skip a failure.
"""

import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteWrapper

from tests.machine import HAS, lacks
from tests.screens import browser, make_screens, screens
from tests.server import house, migrated, server

__all__ = ["browser", "house", "make_screens", "migrated", "screens", "server"]

hypothesis.settings.register_profile("untimed", deadline=None)  # tests count, they hold no watch
hypothesis.settings.load_profile("untimed")
NO_SKIPS = os.environ.get("DOGCLUB_TEST_NO_SKIPS") == "1"
VENDOR = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgresql"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names): skip where the machine lacks one of these")
    config.addinivalue_line("markers", "only(vendor): runs on this database alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    elsewhere = [item for item in items if any(mark.args != (VENDOR,) for mark in item.iter_markers("only"))]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]
    for item in items:
        if operation := getattr(item, "operation_label", None):
            item._id = item.id.with_params(operation)  # all alike otherwise, and xdist would run one of them
    for item in filter(starts_processes, items) if NO_SKIPS else []:
        item.add_marker(pytest.mark.flaky(reruns=2))  # a process shares the machine with everything else in CI
    if hasattr(config, "workerinput"):
        slow_files_first(items)


def starts_processes(item: pytest.Item) -> bool:
    processes = {"migrated", "server", "house"} & set(getattr(item, "fixturenames", ()))
    return bool(processes) or any("chromium" in mark.args for mark in item.iter_markers("needs"))


def slow_files_first(items: list[pytest.Item]) -> None:
    """A worker takes a file: whole evenings come first, and what is done in a moment fills the gaps at the end."""
    tests = Counter(item.path for item in items)
    slow = {item.path for item in items if starts_processes(item)}
    items.sort(key=lambda item: (item.path not in slow, tests[item.path] if item.path in slow else 0))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for reason in filter(None, map(lacks, mark.args)):
            pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped, and nothing may be: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for name in HAS:
        if reason := lacks(name):
            terminalreporter.write_line(f"Tests with {name} were skipped: {reason}.")
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"Tried again: {report.nodeid}")


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Rate limits and the like begin anew with every test."""
    cache.clear()


@contextmanager
def entries_may_go() -> Iterator[None]:
    """Without the triggers that keep entries for ever."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _, statement in triggers:
            cursor.execute(statement)


def flush(self: Any, statements: list[str]) -> None:
    with entries_may_go():
        ORIGINAL_FLUSH(self, statements)


ORIGINAL_FLUSH = SqliteWrapper.ops_class.execute_sql_flush


@pytest.fixture(autouse=True, scope="session")
def emptying_tables() -> Iterator[None]:
    """A transactional test empties every table afterwards; the triggers must let it, and then stand again."""
    with mock.patch.object(SqliteWrapper.ops_class, "execute_sql_flush", flush):
        yield
