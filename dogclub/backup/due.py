"""Enqueues the scheduled backup when it is due; several processes that do so create one job."""

from django.conf import settings

from dogclub.jobs.worker import repeated
from dogclub.models import Job

KIND = "backup"


def last_done() -> Job | None:
    """Return the last backup job that succeeded."""
    return repeated.last_done(KIND)


def ask_when_due() -> bool:
    """Enqueue or retry the backup if one is due, and return whether that was done."""
    return bool(settings.BACKUP_TO) and repeated.ask_again(KIND, settings.BACKUP_EVERY)
