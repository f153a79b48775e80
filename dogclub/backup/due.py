"""Enqueues the scheduled backup when it is due; several processes that do so create one job."""

from datetime import timedelta
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import timezone

from dogclub.jobs.worker.enqueue import retry
from dogclub.jobs.worker.queue import send
from dogclub.models import Job

KIND = "backup"
FIRST = UUID("d09c1b00-0000-4000-8000-000000000000")
AGAIN = timedelta(hours=1)  # until a backup whose retries are used up is tried again


def last_done() -> Job | None:
    """Return the last backup job that succeeded."""
    return Job.objects.filter(kind=KIND, state=Job.State.DONE).order_by("-finished_at").first()


def ask_when_due() -> bool:
    """Enqueue or retry the backup if one is due, and return whether that was done.

    Its id is derived from the last one's, so that two processes create one row. One that failed is retried after an
    hour.
    """
    if not settings.BACKUP_TO:
        return False
    last, now = last_done(), timezone.now()
    if last and last.finished_at and last.finished_at > now - settings.BACKUP_EVERY:
        return False
    job, is_new = Job.objects.get_or_create(pk=uuid5(last.pk if last else FIRST, KIND), defaults={"kind": KIND})
    if is_new:
        return send(job.pk)
    is_long_over = job.finished_at is not None and job.finished_at < now - AGAIN
    return is_long_over and retry(job)
