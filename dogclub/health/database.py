"""Whether the database can be used; where not, two sentences: what is wrong, and what to do."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from django.db import DatabaseError, ProgrammingError, connection

from dogclub.database.full_disk import ADVICE, chain, is_full
from dogclub.database.known_migrations import OURS, known
from dogclub.sqlite.base import database_file
from dogclub.upgrade.from_0_1 import LAST

RESTORE = "Stop Dog Club and put back the newest backup: ./run restore FROM --replace."
NEWER = f"A newer Dog Club has changed this database. Update the program, or: {RESTORE}"
FROM_0_1 = "Version 0.1 made this database. Bring it over with ./run upgrade-from-0.1, then start."
DAMAGED = f"The database {{}} is damaged. {RESTORE}"
UNREADABLE = "The database {} cannot be opened. See that its folder is there and that this user may read and write it."
READ_ONLY = "The database {} cannot be written to. See that this user may write the file and its folder."
BUSY = "Another process is writing to the database {}. Wait until it is done, then try again."
SILENT = "The database does not answer."
NO_TABLE = 1  # SQLite's error code for a statement it cannot prepare
WORDS = {
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREADABLE,
    sqlite3.SQLITE_PERM: UNREADABLE,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: ADVICE,
    sqlite3.SQLITE_IOERR: UNREADABLE,
}
IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class State(NamedTuple):
    """`trouble` is why the database cannot be used, or ""; `is_older` whether it lacks migrations of this program."""

    trouble: str
    is_older: bool = False


def state(*, reads_all: bool = False) -> State:
    """Return the state of the database. Costs one query; with `reads_all` SQLite checks every page of its file."""
    try:
        applied = _applied()
    except DatabaseError as error:
        connection.close()
        return State(_of_database(error) or SILENT)
    if {each for each in applied if each[0] in OURS} - known():
        return State(FROM_0_1 if applied >= LAST and ("clubs", "0001_initial") not in applied else NEWER)
    file = database_file(connection)
    return State(_of_file(file, reads_all=reads_all) if file else "", is_older=bool(known() - applied))


def in_words(error: BaseException) -> str:
    """Return what is wrong with the database or the disk according to an error; "" for an error of something else."""
    if is_full(error):
        return ADVICE
    if not isinstance(error, DatabaseError):
        return ""
    return next((words for each in chain(error) if (words := _named(_words(each)))), "")


def _applied() -> set[tuple[str, str]]:
    """Return the applied migrations as (app, name); an empty set where the database was never set up."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return set(cursor.fetchall())
    except ProgrammingError:
        connection.close()
        return set()
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) != NO_TABLE:
            raise
        return set()


def _of_file(path: Path, *, reads_all: bool) -> str:
    """Check a SQLite file, and whether a transaction may begin to write; does not wait for locks. Return the sentence,
    or "".
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as file:
            if reads_all and file.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                return _named(DAMAGED)
            file.execute("BEGIN IMMEDIATE")  # succeeds in a read-only file too; only the write fails
            file.execute("DELETE FROM django_migrations WHERE id < 0")
            file.rollback()
    except sqlite3.Error as error:
        return _of_database(error)
    return ""


def _of_database(error: BaseException) -> str:
    """Return the sentence for an error; "" where another process is only writing at this moment."""
    if is_full(error):
        return ADVICE
    words = next((words for each in chain(error) if (words := _words(each))), "")
    return "" if words == BUSY else _named(words)


def _words(error: BaseException) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return BUSY if code in IN_USE else WORDS.get(code, "")


def _named(words: str) -> str:
    return words.format(connection.settings_dict["NAME"])
