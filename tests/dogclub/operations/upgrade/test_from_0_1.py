"""The demo club as version 0.1 stored it, upgraded to this version, with the same rows and its figures of today.

Version 0.1 wrote the dumps beside this file; they contain an import, a job, links, keys and a merge.
"""

import json
import lzma
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.databases import POSTGRESQL, database
from tests.server import Server

VENDOR = "postgresql" if POSTGRESQL else "sqlite"
DUMP = Path(__file__).with_name(f"club-0.1.{VENDOR}.sql.xz")
ROWS = """
import json
from django.apps import apps
names = ("clubs", "games", "leagues", "dogclub")
models = [model for name in names for model in apps.get_app_config(name).get_models()]
print(json.dumps({model._meta.label: model._base_manager.count() for model in models}))
"""


@contextmanager
def of_0_1(var: Path) -> Iterator[Server]:
    statements = lzma.decompress(DUMP.read_bytes()).decode()
    with database("upgrade") as url:
        if POSTGRESQL:
            import psycopg

            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(statements.encode())
        else:
            with sqlite3.connect(var / "dogclub.sqlite3") as connection:
                connection.executescript(statements)
        yield Server(var, url)


@pytest.fixture(scope="module")
def upgraded(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An upgraded installation, shared by the tests that only read it."""
    with of_0_1(tmp_path_factory.mktemp("upgraded")) as old:
        done = old.manage("upgrade-from-0.1")
        assert (done.returncode, done.stderr) == (0, "")
        yield old
        old.end_shell()


@pytest.mark.thorough
def test_the_demo_club_of_version_0_1_ends_with_figures_that_its_own_archive_accepts(upgraded: Server) -> None:
    """A regression test: shares of points, rounded since, made it refuse 84 correct matches."""
    assert upgraded.manage("migrate", "--check").returncode == 0
    assert upgraded.manage("rescore", "--check").returncode == 0
    rows = json.loads(upgraded.manage("shell", "-v0", "-c", ROWS).stdout)
    kept = {"games.Match": 123, "games.Entry": 3593, "dogclub.ImportBatch": 2, "dogclub.Webhook": 1, "clubs.ApiKey": 2}
    assert {name: rows[name] for name in kept} == kept
    archive = str(upgraded.var / "club.zip")
    exported = upgraded.manage("export", "thursday-kennel", archive)
    figures = re.search("[0-9a-f]{64}", exported.stdout)
    assert figures, exported.stderr
    restored = upgraded.manage("import", archive, "--as", "restored")
    assert (restored.returncode, f"Figures: {figures[0]}" in restored.stdout) == (0, True), restored.stderr


@pytest.mark.thorough
def test_its_entries_are_guarded_as_before(upgraded: Server) -> None:
    change = "from games.models import Entry; Entry.objects.update(kind='nap')"
    assert "an entry is never changed" in upgraded.manage("shell", "-v0", "-c", change).stderr


@pytest.mark.thorough
def test_a_start_on_such_a_database_says_what_to_do(migrated: Server, tmp_path: Path) -> None:
    with of_0_1(tmp_path) as old:
        started = old.manage("start", "--port", "0")
    assert started.returncode == 1
    assert "./run upgrade-from-0.1" in started.stderr


@pytest.mark.thorough
def test_a_database_of_this_version_is_left_alone(shared_server: Server) -> None:
    done = shared_server.manage("upgrade-from-0.1")
    assert done.returncode == 1
    assert "no database of version 0.1" in done.stderr
    assert shared_server.manage("migrate", "--check").returncode == 0
