"""Whether the database can be used; where not, two sentences: what is wrong, and what to do."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection

from dogclub.configuration import first_start
from dogclub.configuration.environment import IS_INSTALLED, PROGRAM
from dogclub.database import FULL_ADVICE, LAST_OF_0_1, OURS, applied, chain, is_full, known
from dogclub.server.sqlite.base import database_file

# Recognises a database that is gone: it is missing or empty, though there was one, as what lies beside it shows.
# A file system may leave an empty file after a power cut, and a disk may not be there after a restart. Whatever began
# a new database then would replace the club by a demo, and its backups, within a fortnight, by those of the demo.


NEW = f"{PROGRAM} start --new" if IS_INSTALLED else f"{PROGRAM} --new"
GONE = (
    "The database {} is missing or empty, though there was one: its key, files or backups are here. Put the newest "
    f"backup in its place: {PROGRAM} restore FROM. Only for a new, empty one: {NEW}, or {PROGRAM} migrate --new."
)
THERE = "There is a database here: --new is only for where it is gone."
BEGINNING = ("start", "migrate")
# They read no database, make one, or say themselves what is wrong with it.
WITHOUT = {
    *(
        "help",
        "test",
        "createsuperuser",
        "score",
        "paper",
        "read_sheet",
        "sbom",
        "messages",
        "collectstatic",
        "spectacular",
        "diffsettings",
    ),
    *("restore", "check", "upgrade", "makemigrations", "compilemessages", "makemessages"),
}


def obstacle(arguments: Iterable[str]) -> str:
    """Return why a command, given by its arguments, must not begin; "" if it may. With --new a new database is begun
    where it is gone.
    """
    command, *options = arguments
    if command in WITHOUT or (command == "rescore" and "--records" in options):
        return ""
    wants_new = command in BEGINNING and "--new" in options
    if not is_empty():
        first_start.end(settings.VAR)
        return THERE if wants_new else ""
    if wants_new:
        first_start.begin(settings.VAR, first_start.NEW)
    return gone()


def gone() -> str:
    """Return the sentence about an empty database that was not always empty, "" if it is new."""
    return GONE.format(connection.settings_dict["NAME"]) if _was_there() else ""


def is_empty() -> bool:
    """Whether the database has no migration of ours; False where that cannot be read."""
    if connection.vendor == "sqlite" and _is_nothing(Path(connection.settings_dict["NAME"])):
        return True  # without connecting, which would make a file
    try:
        return not applied()
    except DatabaseError:
        return False
    finally:
        connection.close()


def _is_nothing(file: Path) -> bool:
    return not file.exists() or (file.is_file() and not file.stat().st_size)


def _was_there() -> bool:
    mark = first_start.mark_of(settings.VAR)
    if mark == first_start.NEW:
        return False
    return (not mark and (settings.VAR / "secret-key").exists()) or _has_files() or _has_backups()


def _has_files() -> bool:
    if (settings.VAR / "demo-sign-ins").exists():
        return True
    return any(each.is_file() for each in Path(settings.MEDIA_ROOT).glob("*/**/*"))


def _has_backups() -> bool:
    """Whether there is a backup in a folder; a bucket is not asked."""
    where = settings.BACKUP_TO or settings.VAR / "backups"
    return "://" not in str(where) and any(Path(where).expanduser().glob("dogclub-backup-*.tar"))


RESTORE = "Stop Dog Club and put back the newest backup: ./run restore FROM --replace."
NEWER = f"A newer Dog Club has changed this database. Update the program, or: {RESTORE}"
FROM_0_1 = "Version 0.1 made this database. Bring it over with ./run upgrade-from-0.1, then start."
DAMAGED = f"The database {{}} is damaged. {RESTORE}"
UNREADABLE = "The database {} cannot be opened. See that its folder is there and that this user may read and write it."
READ_ONLY = "The database {} cannot be written to. See that this user may write the file and its folder."
BUSY = "Another process is writing to the database {}. Wait until it is done, then try again."
SILENT = "The database does not answer."
WORDS = {
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREADABLE,
    sqlite3.SQLITE_PERM: UNREADABLE,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: FULL_ADVICE,
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
        found = applied()
    except DatabaseError as error:
        connection.close()
        return State(_of_database(error) or SILENT)
    if not found and (trouble := gone()):
        return State(trouble, is_older=True)
    if {each for each in found if each[0] in OURS} - known():
        return State(FROM_0_1 if found >= LAST_OF_0_1 and ("clubs", "0001_initial") not in found else NEWER)
    file = database_file(connection)
    return State(_of_file(file, reads_all=reads_all) if file else "", is_older=bool(known() - found))


def in_words(error: BaseException) -> str:
    """Return what is wrong with the database or the disk according to an error; "" for an error of something else."""
    if is_full(error):
        return FULL_ADVICE
    if not isinstance(error, DatabaseError):
        return ""
    return next((words for each in chain(error) if (words := _named(_words(each)))), "")


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
        return FULL_ADVICE
    words = next((words for each in chain(error) if (words := _words(each))), "")
    return "" if words == BUSY else _named(words)


def _words(error: BaseException) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return BUSY if code in IN_USE else WORDS.get(code, "")


def _named(words: str) -> str:
    return words.format(connection.settings_dict["NAME"])
