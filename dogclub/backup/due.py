"""When a backup is due, and how several watches ask for the same one."""

from datetime import timedelta
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import timezone

from dogclub.jobs.worker.enqueue import retry
from dogclub.jobs.worker.queue import send
from dogclub.models import Job

KIND = "backup"
FIRST = UUID("d09c1b00-0000-4000-8000-000000000000")
AGAIN = timedelta(hours=1)  # after one that failed for good


def last_done() -> Job | None:
    return Job.objects.filter(kind=KIND, state=Job.State.DONE).order_by("-finished_at").first()


def ask_when_due() -> bool:
    """Asks for the backup that follows the last one. Its number follows from it too, so two who ask make one row."""
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
