"""Backup of a SQLite database: copied while in use, checked, and put in place of the old one."""

import gzip
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from dogclub.operations.backup.tar import Unusable, counts, migrations

NAME = "database.sqlite3.gz"
ENGINE = "sqlite"


@contextmanager
def copied(database: Path, scratch: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Copy the database into `scratch`; yield the gzipped copy and its counts and migrations. SQLite copies in one
    step, so that no writer makes it start again.
    """
    copy, packed = scratch / "copy.sqlite3", scratch / NAME
    where = f"{database.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(where, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    about = checked(copy)
    pack(copy, packed)
    copy.unlink()
    yield packed, about


def pack(copy: Path, packed: Path) -> None:
    with copy.open("rb") as content, gzip.open(packed, "wb", compresslevel=6) as into:
        shutil.copyfileobj(content, into, 1 << 20)


def unpacked(packed: Path, into: Path) -> Path:
    """Return the database of a backup as an unpacked, checked file. Raises Unusable."""
    copy = into / "database.sqlite3"
    try:
        with gzip.open(packed, "rb") as content, copy.open("xb") as file:
            copy.chmod(0o600)
            shutil.copyfileobj(content, file, 1 << 20)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise Unusable("The database in it is damaged: it cannot be unpacked.") from error
    checked(copy)
    return copy


def checked(copy: Path) -> dict[str, object]:
    """Return counts and migrations of the copy. Raises Unusable where SQLite's integrity or foreign key check fails."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            wrong = database.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]
            astray = database.execute("PRAGMA foreign_key_check").fetchone()
            if wrong or astray:
                raise Unusable("The database in it is damaged: SQLite’s own check finds fault with it.")

            def ask(statement: str) -> list[tuple[Any, ...]]:
                return database.execute(statement).fetchall()

            return {"counts": counts(ask), "migrations": migrations(ask)}
    except sqlite3.DatabaseError as error:
        raise Unusable("The database is damaged, or was never set up.") from error


def require_exclusive(database: Path) -> None:
    """Raise Unusable while another process has the database open; else merge the write-ahead log into the file."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as connection:
            # Only a process that is alone can leave WAL mode.
            connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        raise Unusable("Dog Club is still running. Stop it, and its worker, first.") from error
    except sqlite3.DatabaseError:
        return  # damaged: there is no log to merge, and no process can be using it


def put_in_place(copy: Path, database: Path, folder: Path) -> None:
    """Move the old files into `folder` and rename the checked copy to the database's name. Raises Unusable after moving
    the old one back.
    """
    draft = database.with_name(f"{database.name}.restored")  # the scratch folder may be on another disk
    try:
        shutil.move(copy, draft)
        for name in (database.name, f"{database.name}-wal", f"{database.name}-shm"):
            if (old := database.with_name(name)).exists():
                shutil.move(old, folder / name)
        draft.replace(database)
    except OSError as error:
        if (old := folder / database.name).exists():
            shutil.move(old, database)
        draft.unlink(missing_ok=True)
        raise Unusable(f"The database could not be put in place: {error.strerror or 'no reason given'}.") from error
