"""What every test may ask for: servers and screens, a cache that begins anew."""

import gc
import secrets
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signals import setting_changed
from django.db import connection
from django.dispatch import receiver
from django.test.utils import setup_databases
from django.utils import translation
from pytest_django import DjangoDbBlocker

from clubs.language import catalogue
from clubs.language.active import ACTIVE
from tests import plans, profiles
from tests.databases import POSTGRESQL, drop_all
from tests.prepared import copied_from, dealt, emptied_as, prepared
from tests.screens import browser, make_screens, screens
from tests.server import Server, a_house, free_port, running

NOTHING: Any = None
# jsonschema would read a whole grammar, a second of processor in each worker, for a format that no test asks for.
sys.modules.setdefault("rfc3987_syntax", NOTHING)
__all__ = ["browser", "make_screens", "screens"]

pytest_plugins = ["tests.selection", "tests.summary", "tests.people"]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """The same seed of hypothesis in every worker; the last lines of the run tell it."""
    profiles.load(thorough=config.option.thorough and not POSTGRESQL)  # the long search is done once, on SQLite
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(secrets.randbelow(2**32))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: it is not searched for garbage while it grows."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """All that is loaded by now stays: nothing of it need be looked through for garbage with every test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # what a test leaves is searched for more seldom: most goes by itself


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """After its transaction is over; a statement without an index fails the test that made it first."""
    yield
    if POSTGRESQL and (found := plans.faults()):
        pytest.fail("\n".join(found), pytrace=False)


def pytest_unconfigure(config: pytest.Config) -> None:
    plans.end()
    if not hasattr(config, "workerinput"):
        drop_all()


@pytest.fixture(scope="session")
def migrated() -> Server:
    """An empty club house, to copy from."""
    return prepared()


@pytest.fixture(scope="session")
def demo_house() -> Server:
    """A house with the demo club, on SQLite, to copy from."""
    return dealt()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: None,
    migrated: Server,
) -> Iterator[None]:
    """A copy of the empty house's tables in each worker, where pytest-django would migrate each anew."""
    if POSTGRESQL:
        plans.begin()
    with django_db_blocker.unblock(), copied_from(migrated):
        setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    with emptied_as(migrated):
        yield
    connection.close()  # the database goes with all of the run's, even if a browser's last request holds it open


@pytest.fixture
def stopped_server(migrated: Server, tmp_path: Path) -> Iterator[Server]:
    """On a fresh database; the test says what else is in its environment, and starts it."""
    with a_house(migrated, tmp_path / "var") as one:
        one.port = free_port()
        try:
            yield one
        finally:
            one.kill()


@pytest.fixture
def server(stopped_server: Server) -> Server:
    """Running; `server.kill()` and `server.start()` as the test likes."""
    stopped_server.start()
    return stopped_server


@pytest.fixture(scope="module")
def house(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running server for tests that only look at it."""
    with running(migrated, tmp_path_factory.mktemp("house") / "var") as one:
        yield one


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Rate limits and the like begin anew with every test."""
    cache.clear()


@receiver(setting_changed)
def _keep_language_store(*, setting: str, **_: object) -> None:
    """Django's tests put back Django's own store of the language in use, and ours would keep the last one."""
    if setting in {"LANGUAGES", "LANGUAGE_CODE", "LOCALE_PATHS"}:
        del ACTIVE.value
        catalogue.connect()


@pytest.fixture(autouse=True)
def english() -> None:
    """A page leaves its language behind, which the next page of a server changes and the next test does not."""
    translation.deactivate()
