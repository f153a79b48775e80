"""Fixtures and hooks for all tests: servers, browser pages, an empty cache for each test."""

import gc
import secrets
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.signals import setting_changed
from django.db import connection
from django.dispatch import receiver
from django.test.utils import setup_databases
from django.utils import translation
from pytest_django import DjangoDbBlocker

from clubs.pictures import reading
from clubs.pictures.orders import Answer, Order
from dogclub.speedups import active_language, one_stack
from tests import plans, profiles
from tests.databases import POSTGRESQL, drop_all
from tests.prepared import copied_from, dealt, emptied_as, prepared
from tests.screens import browser, make_screens, screens
from tests.server import Server, an_installation, free_port, running

NOTHING: Any = None
# Without this, jsonschema loads a whole grammar (a second of CPU in each worker) for a format that no test uses.
sys.modules.setdefault("rfc3987_syntax", NOTHING)
__all__ = ["browser", "make_screens", "screens"]

pytest_plugins = ["tests.selection", "tests.summary", "tests.budget", "tests.statements", "tests.people"]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give hypothesis the same seed in every worker; the summary of the run prints it."""
    profiles.load(thorough=config.option.release)
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(secrets.randbelow(2**32))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Switch the garbage collector off while tests are collected, because none of those objects is garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Freeze all objects loaded so far, so that the garbage collector does not scan them again during the tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # collect less often: reference counting frees most of a test's objects


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run the test with all its calls in one piece of memory: a quarter of the time of many tests goes without it into
    taking and giving back pieces, because the calls of pytest, of the test and of Django stand on each other.
    """
    run: Callable[[pytest.Item, pytest.Item | None], bool | None]
    run = item.config.pluginmanager.getplugin("runner").pytest_runtest_protocol
    return one_stack.in_one_piece(run)(item, nextitem)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """After the test's transaction has ended, fail the test if one of its statements reads a table without an index."""
    yield
    if POSTGRESQL and (found := plans.faults()):
        pytest.fail("\n".join(found), pytrace=False)


def pytest_unconfigure(config: pytest.Config) -> None:
    plans.end()
    if not hasattr(config, "workerinput"):
        drop_all()


@pytest.fixture(scope="session")
def migrated() -> Server:
    """A migrated, empty installation to copy; not running."""
    return prepared()


@pytest.fixture(scope="session")
def demo_installation() -> Server:
    """An installation with the demo club, on SQLite, to copy; not running."""
    return dealt()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: None,
    migrated: Server,
) -> Iterator[None]:
    """Fill each worker's test database from the empty installation instead of migrating it again."""
    if POSTGRESQL:
        plans.begin()
    with django_db_blocker.unblock(), copied_from(migrated):
        setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    with emptied_as(migrated):
        yield
    connection.close()  # dropped with the run's other databases, even if a browser's last request holds it open


@pytest.fixture
def stopped_server(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    """A server on a new database, not started, so that the test can set its environment first."""
    with an_installation(migrated, tmp_path / "var") as one:
        one.port = free_port()
        try:
            yield one
        finally:
            one.kill()


@pytest.fixture
def server(stopped_server: Server) -> Server:
    """A running server; the test may call `server.kill()` and `server.start()`."""
    stopped_server.start()
    return stopped_server


@pytest.fixture(scope="module")
def shared_server(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server shared by the tests of a module that only read."""
    with running(migrated, tmp_path_factory.mktemp("shared") / "var") as one:
        yield one


@pytest.fixture(scope="session", autouse=True)
def pictures_read_here() -> Iterator[None]:
    """Read uploaded pictures in this process, because starting one for each takes longer than most tests;
    tests/clubs/test_picture_limits.py starts them. Processes of servers are not affected.
    """

    def ask(content: bytes, order: Order, wait: float) -> Answer:
        from clubs.pictures import convert  # with Pillow, which few workers need

        with warnings.catch_warnings(action="ignore"):  # Pillow's, about damaged files
            return convert.answer(content, order)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reading, "_ask", ask)
        yield


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Clear the cache, and with it all rate limits, before each test."""
    cache.clear()


@receiver(setting_changed)
def _keep_language_store(*, setting: str, **_: object) -> None:
    """Connect our store of the active language again after Django's receiver of this signal has replaced it by its own;
    ours would otherwise keep the last language.
    """
    if setting in {"LANGUAGES", "LANGUAGE_CODE", "LOCALE_PATHS"} and active_language.__name__ in settings.SPEEDUPS:
        del active_language.ACTIVE.value
        active_language.connect()


@pytest.fixture(autouse=True)
def english() -> None:
    """Deactivate the translation before each test: a request sets the language, and only the next request would reset
    it.
    """
    translation.deactivate()
