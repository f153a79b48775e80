"""The empty club house: migrated once, and copied by everybody who needs one.

Its folder outlives the run, named after all that it is made of: the next run has it at once while that is unchanged.
"""

import fcntl
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

from django.core.management.commands.flush import Command as Flush
from django.db import connection, transaction

from dogclub.management.commands.migrate import Command
from tests.databases import POSTGRESQL, RUN, create, url_of
from tests.server import ROOT, Server, until

KEPT = ROOT / ".pytest_cache" / "houses"
MADE_OF = ("*/migrations/*.py", "*/models/*.py", "dogclub/settings.py", "dogclub/static/**/*", "requirements.txt")


def prepared() -> Server:
    """Its folder and database; nobody serves it, and nobody may write to it."""
    with alone():
        var = cached_folder()
        return Server(var, on_postgresql(var) if POSTGRESQL else f"sqlite:///{var / 'dogclub.sqlite3'}")


def lay_out(var: Path) -> None:
    """A copy of the folder, with its SQLite database, for a benchmark."""
    with alone():
        shutil.copytree(cached_folder(), var, dirs_exist_ok=True)


@contextmanager
def alone() -> Iterator[None]:
    """Of all processes that make one, or copy it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def cached_folder() -> Path:
    """The migrated house of this code, made where there is none yet."""
    var = KEPT / fingerprint()
    if not var.exists():
        make(var)
    return var


def dealt() -> Server:
    """With the demo club in it, on SQLite: dealt once a run, by whoever asks first."""
    empty, house = prepared(), Path(tempfile.gettempdir(), "dealt")
    with alone():
        if not house.exists():
            draft = house.with_name("draft")
            shutil.copytree(empty.var, draft)
            carry_out(Server(draft, f"sqlite:///{draft / 'dogclub.sqlite3'}"), "demo")
            draft.rename(house)
    return Server(house, f"sqlite:///{house / 'dogclub.sqlite3'}")


def fingerprint() -> str:
    found = sha256()
    for path in sorted(path for pattern in MADE_OF for path in ROOT.glob(pattern) if path.is_file()):
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def make(var: Path) -> None:
    """In place only when it is whole; those of other days go."""
    for old in KEPT.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif old.suffix == ".sql":
            old.unlink()
    draft = Server(KEPT / "draft", f"sqlite:///{KEPT / 'draft' / 'dogclub.sqlite3'}")
    draft.var.mkdir()
    carry_out(draft, "migrate", "--verbosity=0")
    carry_out(draft, "collectstatic", "--noinput", "--verbosity=0")
    draft.var.rename(var)


def on_postgresql(var: Path) -> str:
    """The URL of a database of this run, made by the worker that needs it first."""
    made = Path(tempfile.gettempdir(), f"{RUN}.url")
    if not made.exists():
        house = Server(var, url_of(create("prepared")))
        fill(house, var.with_suffix(".sql"))
        made.write_text(house.database_url)
    return made.read_text()


def fill(house: Server, dump: Path) -> None:
    """From the dump of a PostgreSQL that was migrated before; migrated, and kept as one, where there is none yet."""
    if dump.exists():
        quiet = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        subprocess.run([*quiet, f"--file={dump}", house.database_url], check=True)
        return
    carry_out(house, "migrate", "--verbosity=0")
    if shutil.which("pg_dump"):
        draft = dump.with_suffix(".draft")
        subprocess.run(["pg_dump", "--no-owner", f"--file={draft}", house.database_url], check=True)
        draft.rename(dump)


def carry_out(house: Server, *command: str) -> None:
    done = house.manage(*command)
    assert done.returncode == 0, done.stderr


@contextmanager
def copied_from(house: Server) -> Iterator[None]:
    """While Django makes the test database: it copies the tables where it would migrate."""

    def copy(*args: Any, **options: Any) -> None:
        if not POSTGRESQL:  # which is a copy from the beginning
            with tables_of(house) as source:
                copy_rows(source)

    connection.settings_dict["TEST"]["TEMPLATE"] = house.database_url.rpartition("/")[2]
    with mock.patch.object(Command, "handle", copy):
        yield


@contextmanager
def emptied_as(house: Server) -> Iterator[None]:
    """A test that commits leaves the tables as it found them, in milliseconds where Django's `flush` takes a second."""
    with ExitStack() as stack:
        if POSTGRESQL:
            empty: Callable[[], None] = delete_rows
        else:
            source = stack.enter_context(closing(sqlite3.connect(":memory:", check_same_thread=False)))
            with tables_of(house) as kept:
                kept.backup(source)  # the house may be another by then, where another run has made it anew
            empty = partial(until, partial(is_copied, source))

        def handle(*args: Any, **options: Any) -> None:
            empty()

        stack.enter_context(mock.patch.object(Flush, "handle", handle))
        yield


def delete_rows() -> None:
    """TRUNCATE would give sixty tables new files, and wait until each is on the disk."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_entry DISABLE TRIGGER USER")  # which keeps entries for ever
        for table in sorted(set(tables) - {"auth_permission", "django_content_type"}):
            cursor.execute(f'DELETE FROM "{table}"')
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what waits to be checked would keep the table from changing
        cursor.execute("ALTER TABLE games_entry ENABLE TRIGGER USER")


def is_copied(source: sqlite3.Connection) -> bool:
    """Not while a browser's last request still reads from them."""
    try:
        copy_rows(source)
    except sqlite3.OperationalError as error:
        if "in use" in str(error):
            return False
        raise
    return True


def copy_rows(source: sqlite3.Connection) -> None:
    connection.ensure_connection()
    source.backup(connection.connection)


def tables_of(house: Server) -> closing[sqlite3.Connection]:
    file = house.database_url.removeprefix("sqlite:///")
    return closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True))
