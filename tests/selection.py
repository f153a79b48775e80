"""Which tests run: all with `--all`, otherwise those that are not marked `thorough`; none that another run covers
better.

`needs("redis")` skips with a reason where the machine has none; DOGCLUB_TEST_NO_SKIPS=1 makes a skip a failure.
`only("sqlite")` restricts a test to the run on that database. The run on PostgreSQL leaves out tests without a
database, browser tests not marked `both_databases`, and all but the first case of a test marked `variants`. `thorough`
tests run with `./test --all`, or if their file is named.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from django.conf import settings

from tests.machine import lacks

NO_SKIPS = os.environ.get("DOGCLUB_TEST_NO_SKIPS") == "1"
VENDOR = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgresql"
LEFT_OUT = pytest.StashKey[Counter[str]]()
SERVERS = {"migrated", "stopped_server", "server", "shared_server"}
DATABASE = {"db", "transactional_db", "live_server", "django_db_setup", *SERVERS}
NAMING = pytest.StashKey[set[Path]]()
ONE_WORD = re.compile(r"(?!(?:not|and|or)$)\w+")
THOROUGH = re.compile(r"^pytestmark = (\[[^\]]*)?pytest\.mark\.thorough\b", re.MULTILINE)
TEST = re.compile(r"^def test_", re.MULTILINE)
WITH_ALL = "thorough ones (./test --all)"


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "whole evenings, every variant, and the long profile of hypothesis as well"
    parser.addoption("--all", action="store_true", dest="thorough", help=words)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names): skip where the machine lacks one of these")
    config.addinivalue_line("markers", "only(vendor): runs on this database alone")
    config.addinivalue_line("markers", "both_databases: a browser test that runs on PostgreSQL as well")
    config.addinivalue_line("markers", "variants: each test's first case, and the others with --all")
    config.addinivalue_line("markers", "thorough: runs with --all, or when its file is named")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip importing a file whose tests are all thorough, or that has no test `-k one_name` could match."""
    if collection_path.suffix != ".py" or collection_path in named_files(config):
        return None
    text = collection_path.read_text()
    if (
        not config.option.thorough
        and THOROUGH.search(text)
        and any(collection_path.is_relative_to(Path(each).resolve()) for each in config.args)
    ):
        config.stash.setdefault(LEFT_OUT, Counter())[WITH_ALL] += len(TEST.findall(text))
        return True
    word = config.option.keyword
    return True if ONE_WORD.fullmatch(word) and collection_path not in files_naming(word, config) else None


def named_files(config: pytest.Config) -> set[Path]:
    """The test files named on the command line."""
    return {Path(each.split("::")[0]).resolve() for each in config.args if ".py" in each}


def files_naming(word: str, config: pytest.Config) -> set[Path]:
    """The files with a test, class or path that contains the word; all files if there is none, because it may be a
    parameter or a marker.
    """
    if (found := config.stash.get(NAMING, None)) is None:
        named = re.compile(rf"^ *(?:def|class) \w*{word}", re.MULTILINE | re.IGNORECASE)
        every = set((config.rootpath / "tests").rglob("*.py"))
        found = {path for path in every if word.lower() in str(path).lower() or named.search(path.read_text())}
        found = config.stash[NAMING] = found if any(path.stem.startswith("test_") for path in found) else every
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons: dict[str, Callable[[pytest.Item], bool]] = {
        f"for {'PostgreSQL' if VENDOR == 'sqlite' else 'SQLite'} alone": is_for_another_database,
    }
    another = AnotherVariant()
    if VENDOR == "postgresql":
        reasons["that no database changes, and SQLite's run has"] = lambda item: (
            is_the_same_anywhere(item) or another(item)
        )
    if not config.option.thorough:
        reasons[WITH_ALL] = lambda item: item.get_closest_marker("thorough") is not None or another(item)
    named, left = named_files(config), config.stash.setdefault(LEFT_OUT, Counter())
    kept: list[pytest.Item] = []
    for item in items:
        reason = next((reason for reason, leaves in reasons.items() if leaves(item)), None)
        if reason is None or (item.path in named and not is_for_another_database(item)):
            kept.append(item)
        else:
            left[reason] += 1
    items[:] = kept
    if hasattr(config, "workerinput"):
        slow_files_first(items)


def is_for_another_database(item: pytest.Item) -> bool:
    return any(mark.args != (VENDOR,) for mark in item.iter_markers("only"))


class AnotherVariant:
    """A predicate: whether an item is a case of a `variants` test other than the first one it was called with."""

    def __init__(self) -> None:
        self.first: dict[tuple[Path, str], pytest.Item] = {}

    def __call__(self, item: pytest.Item) -> bool:
        if item.get_closest_marker("variants") is None:
            return False
        return self.first.setdefault((item.path, getattr(item, "originalname", item.name)), item) is not item


def is_the_same_anywhere(item: pytest.Item) -> bool:
    """Whether the database cannot change the result: the test uses none, or it is a browser test of pages whose own
    tests run on both databases.
    """
    if item.get_closest_marker("both_databases"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return "browser" in fixtures or not (DATABASE & fixtures or item.get_closest_marker("django_db"))


def starts_processes(item: pytest.Item) -> bool:
    """Whether the test starts a server or a browser."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(SERVERS & fixtures) or any("chromium" in mark.args for mark in item.iter_markers("needs"))


def slow_files_first(items: list[pytest.Item]) -> None:
    """Sort the items for parallel workers, each of which takes a file at a time: slow files first, quick ones fill the
    gaps at the end.
    """
    tests = Counter(item.path for item in items)
    slow = {item.path for item in items if starts_processes(item) or item.get_closest_marker("thorough")}
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
