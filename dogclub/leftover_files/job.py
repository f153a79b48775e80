"""The daily clean-up of left-over files as a job of the whole installation."""

import logging
from datetime import datetime, timedelta

from django.core.files.storage import default_storage

from clubs.models import Role
from dogclub.jobs import Again, Kind, Urgency, Work
from dogclub.jobs.worker import repeated
from dogclub.leftover_files import mark
from dogclub.leftover_files.find import looked_at
from dogclub.models import Job
from dogclub.storage.s3 import Refused
from dogclub.storage.stored import StoredFile

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
    return repeated.last_done(KIND)


def ask_when_due() -> bool:
    """Enqueue or retry the clean-up if one is due, and return whether that was done."""
    return repeated.ask_again(KIND, EVERY)


def run(work: Work) -> None:
    """Delete left-over files that were a day old at the previous clean-up, provided that was one of this database;
    otherwise delete nothing and leave a mark for the next.
    """
    work.begin([("Files looked at", 1)])
    last, number, gone = last_done(), 0, list[int]()
    try:
        found = mark.found()
        if mark.is_of(found, last) and last and last.started_at:
            number, gone = _clear(work, last.started_at - SAFE_AGE)
        elif found:
            logger.warning(NOT_OURS)
        mark.leave(str(work.lease))
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
    listed=False,
    urgency=Urgency.BULK,
)
