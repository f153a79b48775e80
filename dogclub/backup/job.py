"""The scheduled backup as a job of the whole installation."""

import logging
from datetime import timedelta

from django.conf import settings

from clubs.models import Role
from dogclub.backup.counts import in_words
from dogclub.backup.due import KIND
from dogclub.backup.errors import Unusable
from dogclub.backup.places import place_of
from dogclub.backup.retention import make_and_keep
from dogclub.jobs import Again, Impossible, Kind, Urgency, Work

logger = logging.getLogger(__name__)


def run(work: Work) -> None:
    """Make a backup; an interrupted job starts from the beginning, and a surplus backup is rotated away like
    any other.
    """
    if not settings.BACKUP_TO:
        raise Impossible("BACKUP_TO is not set any more.")
    work.begin([("Database and files copied", 1)])
    try:
        backups = make_and_keep(place_of(settings.BACKUP_TO), keep=settings.BACKUP_KEEP)
    except Unusable as reason:
        logger.error("No backup was made: %s", reason)
        raise Again(str(reason)) from reason
    work.step_done(in_words(backups.manifest["counts"]))
    work.result |= {"where": backups.where, "size": backups.size, "gone": list(backups.gone)}


BACKUP = Kind(
    key=KIND,
    title="Making a backup",
    run=run,
    role=Role.OWNER,
    own_process=True,
    tries=4,
    pause=timedelta(minutes=5),
    longest=timedelta(hours=6),
    listed=False,
    urgency=Urgency.BULK,
)
