"""Deletes stored files that no row names, once a day: those with a name of a form that this program writes."""

import io
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.core.files.base import File
from django.core.files.storage import default_storage

from clubs.models import Role
from dogclub.jobs import Again, Kind, Queue, Urgency, Work, asking
from dogclub.jobs.queue import OPEN
from dogclub.models import ImportBatch, Job
from dogclub.storage import TRIAL, Refused, StoredFile, stored_in

# Finds left-over files: those with a name of a form that this program writes and that no row has.


NAMES_AT_ONCE = 500
NUMBER = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
Numbers = Mapping[str, UUID]  # of the row that a file would belong to, by the name of the file


def looked_at(before: datetime) -> Iterator[tuple[int, list[StoredFile]]]:
    """Yield for each batch the number of files of a known form written before, and the left-over ones among them."""
    for folder, (form, kept) in FOLDERS.items():
        files = (file for file in stored_in(folder) if file.written_at < before and form.fullmatch(file.name))
        while batch := list(islice(files, NAMES_AT_ONCE)):
            named = kept({file.name: _number(form, file.name) for file in batch})
            yield len(batch), [file for file in batch if file.name not in named]


def _number(form: re.Pattern[str], name: str) -> UUID:
    """Return the id in the name of a file."""
    match = form.fullmatch(name)
    assert match
    return UUID(match[1])


def _of_jobs(files: Numbers) -> set[str]:
    """Return the files that a job names, and all files of jobs not yet over: their run may still name one."""
    rows = list(Job.objects.filter(pk__in=set(files.values())).values_list("pk", "file", "state"))
    named = {file for _, file, _ in rows}
    busy = {pk for pk, _, state in rows if state in OPEN}
    return {name for name, pk in files.items() if name in named or pk in busy}


def _of_imports(files: Numbers) -> set[str]:
    """Return the files that an import names."""
    return set(ImportBatch.objects.filter(pk__in=set(files.values())).values_list("file", flat=True))


def _of_nobody(files: Numbers) -> set[str]:
    """Return nothing: no row ever names such a file."""
    return set()


# For each folder the form of its names and the function that returns the named ones. Django adds letters to a name that
# is taken. The name of a job without a file is its empty folder on a disk.
FOLDERS: dict[str, tuple[re.Pattern[str], Callable[[Numbers], set[str]]]] = {
    "jobs": (re.compile(rf"jobs/{NUMBER}(?:/[^/]+)?"), _of_jobs),
    "imports": (re.compile(rf"imports/{NUMBER}(?:_\w+)?"), _of_imports),
    TRIAL: (re.compile(rf"{TRIAL}/{NUMBER}"), _of_nobody),
}


# A file in the storage with the id of the last clean-up, so that no database deletes files of another one.
# A restored database knows only rows of the time of its backup, and a second installation with the same folder or
# bucket knows no row of the first. In both the last clean-up known to the database is not the one that the file
# names.


NAME = "last-clean-up"
LONGEST_MARK = 100


def marked() -> str:
    """Return the id of the last clean-up of these files; an empty string if there was none."""
    try:
        with default_storage.open(NAME) as file:
            return bytes(file.read(LONGEST_MARK)).decode("ascii", "replace")
    except FileNotFoundError:
        return ""


def is_of(mark: str, last: Job | None) -> bool:
    """Return whether `last`, the last clean-up of this database, left the mark."""
    return bool(mark and last and last.result.get("mark") == mark)


def leave(mark: str) -> None:
    """Replace the mark."""
    default_storage.delete(NAME)
    default_storage.save(NAME, File(io.BytesIO(mark.encode())))


# The daily clean-up of left-over files as a job of the whole installation.


KIND = "clear-files"
EVERY = timedelta(days=1)
SAFE_AGE = timedelta(days=1)  # within it a row names every file that one will ever name
NOT_OURS = (
    "No left-over files were deleted: another database cleaned up last. That is so once after a restore; "
    "two installations need a FILES_TO each."
)
logger = logging.getLogger(__name__)


def last_done() -> Job | None:
    """Return the last clean-up that succeeded."""
    return asking.last_done(KIND)


def ask_when_due() -> bool:
    """Enqueue or retry the clean-up if one is due, and return whether that was done."""
    return asking.ask_again(KIND, EVERY)


def run(work: Work) -> None:
    """Delete left-over files that were a day old at the previous clean-up, provided that was one of this database;
    otherwise delete nothing and leave a mark for the next.
    """
    work.begin([("Files looked at", 1)])
    last, number, gone = last_done(), 0, list[int]()
    try:
        found = marked()
        if is_of(found, last) and last and last.started_at:
            number, gone = _clear(work, last.started_at - SAFE_AGE)
        elif found:
            logger.warning(NOT_OURS)
        leave(str(work.lease))
    except Refused as reason:
        logger.error("Left-over files could not be cleared away: %s", reason)
        raise Again(str(reason)) from reason
    work.step_done(str(number))
    work.result |= {"mark": str(work.lease), "looked_at": number, "deleted": len(gone), "bytes": sum(gone)}
    logger.info("Left-over files: %s looked at, %s deleted, %s bytes.", number, len(gone), sum(gone))


def _clear(work: Work, before: datetime) -> tuple[int, list[int]]:
    """Delete left-over files written before; return the number of files looked at and the sizes of deleted ones."""
    number, gone = 0, list[int]()
    for in_batch, left_over in looked_at(before):
        number += in_batch
        gone += [file.size for file in left_over if _delete(file)]
        work.report_progress(f"{number}")
    return number, gone


def _delete(file: StoredFile) -> bool:
    """Delete a file and return True; log and return False if the disk refuses. Raises Refused for a bucket."""
    try:
        default_storage.delete(file.name)
    except Refused:
        raise
    except OSError as error:
        logger.warning("The left-over file %s could not be deleted: %s.", file.name, error.strerror)
        return False
    return True


CLEAR_FILES = Kind(
    key=KIND,
    title="Deleting left-over files",
    run=run,
    role=Role.OWNER,
    tries=4,
    pause=timedelta(minutes=5),
    queue=Queue.NETWORK,
    listed=False,
    urgency=Urgency.BULK,
)
