"""The empty installation: migrated once, and copied by each test that needs one.

Its folder stays after the run and is named by a hash of the files it is made from, so the next run reuses it while they
are unchanged.
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
MADE_OF: tuple[str, ...] = (
    "*/migrations/*.py",
    "*/models/*.py",
    "dogclub/settings.py",
    "dogclub/static/**/*",
    "requirements.txt",
)
MADE_OF += ("dogclub/server/staticfiles.py", "docs/screenshots/**/*")


def prepared() -> Server:
    """The empty installation; it is not running, and tests must not write to it."""
    with alone():
        var = cached_folder()
        return Server(var, on_postgresql(var) if POSTGRESQL else f"sqlite:///{var / 'dogclub.sqlite3'}")


def lay_out(var: Path) -> None:
    """Copy the folder with its SQLite database to `var`, for a benchmark."""
    with alone():
        shutil.copytree(cached_folder(), var, dirs_exist_ok=True)


@contextmanager
def alone() -> Iterator[None]:
    """Hold a lock, so that only one process at a time makes or copies an installation."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def cached_folder() -> Path:
    """The folder of the migrated installation for the current code, made if it does not exist."""
    var = KEPT / fingerprint()
    if not var.exists():
        make(var)
    return var


def dealt() -> Server:
    """An installation with the demo club, on SQLite; made once a run, by the first caller."""
    empty, server = prepared(), Path(tempfile.gettempdir(), "dealt")
    with alone():
        if not server.exists():
            draft = server.with_name("draft")
            shutil.copytree(empty.var, draft)
            carry_out(Server(draft, f"sqlite:///{draft / 'dogclub.sqlite3'}"), "demo")
            draft.rename(server)
    return Server(server, f"sqlite:///{server / 'dogclub.sqlite3'}")


def fingerprint() -> str:
    """A hash of all files that the installation is made from."""
    found = sha256()
    for path in sorted(path for pattern in MADE_OF for path in ROOT.glob(pattern) if path.is_file()):
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def make(var: Path) -> None:
    """Make the installation in a draft folder and rename it once it is complete; delete those of older code."""
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
    """The URL of the migrated PostgreSQL database of this run, made by the first worker that needs it."""
    made = Path(tempfile.gettempdir(), f"{RUN}.url")
    if not made.exists():
        server = Server(var, url_of(create("prepared")))
        fill(server, var.with_suffix(".sql"))
        made.write_text(server.database_url)
    return made.read_text()


def fill(server: Server, dump: Path) -> None:
    """Load the database from a dump of a migrated one; if there is none, migrate it and write the dump."""
    if dump.exists():
        quiet = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        subprocess.run([*quiet, f"--file={dump}", server.database_url], check=True)
        return
    carry_out(server, "migrate", "--new", "--verbosity=0")
    if shutil.which("pg_dump"):
        draft = dump.with_suffix(".draft")
        subprocess.run(["pg_dump", "--no-owner", f"--file={draft}", server.database_url], check=True)
        draft.rename(dump)


def carry_out(server: Server, *command: str) -> None:
    """Run a management command, and fail with its output if it fails."""
    done = server.manage(*command)
    assert done.returncode == 0, done.stderr


@contextmanager
def copied_from(server: Server) -> Iterator[None]:
    """While the context is open, Django's `migrate` copies the installation's tables into the test database instead."""

    def copy(*args: Any, **options: Any) -> None:
        if not POSTGRESQL:  # PostgreSQL copies its TEMPLATE
            with tables_of(server) as source:
                copy_rows(source)

    connection.settings_dict["TEST"]["TEMPLATE"] = server.database_url.rpartition("/")[2]
    with mock.patch.object(Command, "handle", copy):
        yield


@contextmanager
def emptied_as(server: Server) -> Iterator[None]:
    """While the context is open, Django's `flush` restores the installation's rows instead, in milliseconds rather than
    a second.
    """
    with ExitStack() as stack:
        if POSTGRESQL:
            empty: Callable[[], None] = delete_rows
        else:
            source = stack.enter_context(closing(sqlite3.connect(":memory:", check_same_thread=False)))
            with tables_of(server) as kept:
                kept.backup(source)  # copied now, because another run may replace the installation's folder later
            empty = partial(until, partial(is_copied, source))

        def handle(*args: Any, **options: Any) -> None:
            empty()

        stack.enter_context(mock.patch.object(Flush, "handle", handle))
        yield


def delete_rows() -> None:
    """Delete the rows of all tables. TRUNCATE would create new files for sixty tables and wait for each one."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_entry DISABLE TRIGGER USER")  # the trigger forbids deleting entries
        for table in sorted(set(tables) - {"auth_permission", "django_content_type"}):
            cursor.execute(f'DELETE FROM "{table}"')
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # pending constraint checks would block ALTER TABLE
        cursor.execute("ALTER TABLE games_entry ENABLE TRIGGER USER")


def is_copied(source: sqlite3.Connection) -> bool:
    """Copy the rows, and return False if a browser's last request still reads from the tables."""
    try:
        copy_rows(source)
    except sqlite3.OperationalError as error:
        if "in use" in str(error):
            return False
        raise
    return True


def copy_rows(source: sqlite3.Connection) -> None:
    """Replace the test database, which is SQLite, with a copy of the source."""
    connection.ensure_connection()
    source.backup(connection.connection)


def tables_of(server: Server) -> closing[sqlite3.Connection]:
    """A read-only connection to the installation's SQLite file."""
    file = server.database_url.removeprefix("sqlite:///")
    return closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True))
