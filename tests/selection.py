"""Which tests run: all with `--all`, otherwise those that are not marked `thorough`; none that another run covers
better.

`needs("redis")` skips with a reason where the machine has none; DOGCLUB_TEST_NO_SKIPS=1 makes a skip a failure.
`only("sqlite")` restricts a test to the run on that database. `thorough` tests run with `./test --all`, or if their
file is named. Before a release two more runs follow, each of nothing else: `./test --release` runs those marked
`release`, which repeat for one more engine or language what `--all` has shown, and those marked `hypothesis`, with five
times the examples; `./test --translations` those marked `translations`: until then English is enough.

The run on PostgreSQL repeats what can differ there. Everything in the folders of WHAT_DATABASES_DO; nothing of SHOWN,
which are browsers and the pages of single games; of all other folders the tests with a database, without the thorough
ones, and of a table of cases the first, because the others run the same statements. A test marked `both_databases` runs
with all its cases, wherever it is. With `--statements`, of the other folders only what tests/statements.py chose.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from django.conf import settings

from scoring import ENGINES
from tests.machine import lacks

NO_SKIPS = os.environ.get("DOGCLUB_TEST_NO_SKIPS") == "1"
VENDOR = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgresql"
LEFT_OUT = pytest.StashKey[Counter[str]]()
TESTS = Path(__file__).resolve().parent
WHAT_DATABASES_DO = (
    "faults",
    "games/ledger",
    *(
        f"dogclub/{each}"
        for each in (
            *("exchange/archive", "jobs", "live", "operations/backup", "operations/storage"),
            *("operations/upgrade", "postgresql", "privacy/erasure", "security", "server"),
        )
    ),
)
SHOWN = (
    "browser",
    *("games/base", "games/rounds"),
    *(f"games/{game.key.replace('-', '_')}" for game in ENGINES),
)
SERVERS = {"stopped_server", "server", "shared_server"}
DATABASE = {"db", "transactional_db", "live_server", "django_db_setup", "migrated", *SERVERS}
NAMING = pytest.StashKey[set[Path]]()
ONE_WORD = re.compile(r"(?!(?:not|and|or)$)\w+")
WHOLE_FILE = r"^pytestmark = (\[[^\]]*)?pytest\.mark\.{}\b"
THOROUGH = re.compile(WHOLE_FILE.format("thorough"), re.MULTILINE)
RELEASE = re.compile(WHOLE_FILE.format("release"), re.MULTILINE)
TEST = re.compile(r"^def test_", re.MULTILINE)
WITH_ALL = "thorough ones (./test --all)"
NO_NEW_STATEMENT = "whose statements others execute"
THE_SAME = "that no database changes, and SQLite's run has"
EVERY_DAY = "that every change runs"
REPEATS = "that repeat before a release (./test --release)"
OF_TRANSLATIONS = "of complete translations (./test --translations)"


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "whole evenings and every variant as well"
    parser.addoption("--all", action="store_true", dest="thorough", help=words)
    words = "only what repeats, for one more engine or language or with more examples, what --all has shown"
    parser.addoption("--release", action="store_true", help=words)
    words = "only the tests that every language is complete and says what the English text says now"
    parser.addoption("--translations", action="store_true", help=words)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names): skip where the machine lacks one of these")
    config.addinivalue_line("markers", "only(vendor): runs on this database alone")
    config.addinivalue_line("markers", "both_databases: runs on PostgreSQL as well, with all its cases")
    config.addinivalue_line("markers", "variants: each test's first case, and the others with --all")
    config.addinivalue_line("markers", "thorough: runs with --all, or when its file is named")
    config.addinivalue_line("markers", "release: runs with --release, or when its file is named")
    config.addinivalue_line("markers", "translations: runs with --translations, before a release")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip importing a file whose tests are all thorough, or that has no test `-k one_name` could match."""
    if collection_path.suffix != ".py" or collection_path in named_files(config):
        return None
    text = collection_path.read_text()
    reason = why_not(collection_path, text, config)
    if reason and any(collection_path.is_relative_to(Path(each).resolve()) for each in config.args):
        config.stash.setdefault(LEFT_OUT, Counter())[reason] += len(TEST.findall(text))
        return True
    word = config.option.keyword
    return True if ONE_WORD.fullmatch(word) and collection_path not in files_naming(word, config) else None


def why_not(path: Path, text: str, config: pytest.Config) -> str:
    """Why no test of this file runs; empty if one may."""
    if not config.option.release and RELEASE.search(text):
        return REPEATS
    if not (config.option.thorough or config.option.release) and THOROUGH.search(text):
        return WITH_ALL
    return THE_SAME if VENDOR == "postgresql" and is_below(path, SHOWN) and "both_databases" not in text else ""


def is_below(path: Path, folders: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(TESTS / folder) for folder in folders)


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


@pytest.hookimpl(trylast=True)  # after hypothesis has marked its tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons, named = why_left_out(config), named_files(config)
    left = config.stash.setdefault(LEFT_OUT, Counter())
    kept: list[pytest.Item] = []
    for item in items:
        reason = next((reason for reason, leaves in reasons.items() if leaves(item)), None)
        if reason is None or (item.path in named and not is_for_another_database(item)):
            kept.append(item)
        else:
            left[reason] += 1
    items[:] = [item for item in kept if is_of_translations(item) == config.option.translations]
    if not config.option.translations and (of_translations := len(kept) - len(items)):
        left[OF_TRANSLATIONS] += of_translations
    if hasattr(config, "workerinput"):
        slow_files_first(items)


def why_left_out(config: pytest.Config) -> dict[str, Callable[[pytest.Item], bool]]:
    """Return the reasons for which this run leaves items out, each with its predicate."""
    reasons: dict[str, Callable[[pytest.Item], bool]] = {
        f"for {'PostgreSQL' if VENDOR == 'sqlite' else 'SQLite'} alone": is_for_another_database,
    }
    another = AnotherVariant()
    if VENDOR == "postgresql":
        reasons[THE_SAME] = AlikeOnBoth(another)
    if config.option.release:
        reasons[EVERY_DAY] = lambda item: not (is_of_a_release(item) or item.get_closest_marker("hypothesis"))
        return reasons
    reasons[REPEATS] = is_of_a_release
    if VENDOR == "postgresql" and config.option.statements:
        unneeded = frozenset(json.loads(config.option.statements.read_text()))
        reasons[NO_NEW_STATEMENT] = lambda item: item.nodeid in unneeded
    if not config.option.thorough:
        reasons[WITH_ALL] = lambda item: item.get_closest_marker("thorough") is not None or another(item)
    return reasons


def is_of_a_release(item: pytest.Item) -> bool:
    return item.get_closest_marker("release") is not None


def is_of_translations(item: pytest.Item) -> bool:
    return item.get_closest_marker("translations") is not None


def is_of_databases(item: pytest.Item) -> bool:
    """Whether PostgreSQL repeats a test whatever its statements."""
    return item.get_closest_marker("both_databases") is not None or is_below(item.path, WHAT_DATABASES_DO)


def is_for_another_database(item: pytest.Item) -> bool:
    return any(mark.args != (VENDOR,) for mark in item.iter_markers("only"))


class AnotherCase:
    """A predicate: whether an item is a case of a test other than the first one it was called with."""

    def __init__(self) -> None:
        self.first: dict[str, pytest.Item] = {}

    def __call__(self, item: pytest.Item) -> bool:
        return self.first.setdefault(item.nodeid.partition("[")[0], item) is not item


class AnotherVariant(AnotherCase):
    """The same, of a test marked `variants`."""

    def __call__(self, item: pytest.Item) -> bool:
        return item.get_closest_marker("variants") is not None and super().__call__(item)


class AlikeOnBoth:
    """A predicate: whether the database cannot change the result of an item, by the rule at the top of this module."""

    def __init__(self, another_variant: AnotherVariant) -> None:
        self.another_variant, self.another_case = another_variant, AnotherCase()

    def __call__(self, item: pytest.Item) -> bool:
        if item.get_closest_marker("both_databases"):
            return False
        fixtures = set(getattr(item, "fixturenames", ()))
        if not (DATABASE & fixtures or item.get_closest_marker("django_db")) or is_below(item.path, SHOWN):
            return True
        if is_below(item.path, WHAT_DATABASES_DO):
            return self.another_variant(item)
        return item.get_closest_marker("thorough") is not None or self.another_case(item)


def starts_processes(item: pytest.Item) -> bool:
    """Whether the test starts a server or a browser, or copies the empty installation for processes of its own."""
    fixtures = set(getattr(item, "fixturenames", ()))
    copies = "migrated" in fixtures and "django_db_setup" not in fixtures
    return copies or bool(SERVERS & fixtures) or any("chromium" in mark.args for mark in item.iter_markers("needs"))


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
