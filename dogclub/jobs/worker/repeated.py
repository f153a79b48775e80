"""Enqueues jobs of the whole installation that are repeated; several processes that do so create one job."""

from datetime import timedelta
from uuid import UUID, uuid5

from django.utils import timezone

from dogclub.jobs.worker.enqueue import retry
from dogclub.jobs.worker.kinds import find
from dogclub.jobs.worker.queue import send
from dogclub.models import Job

FIRST = UUID("d09c1b00-0000-4000-8000-000000000000")
AGAIN = timedelta(hours=1)  # until a job whose retries are used up is tried again


def last_done(kind: str) -> Job | None:
    """Return the last job of this kind that succeeded."""
    return Job.objects.filter(kind=kind, state=Job.State.DONE).order_by("-finished_at").first()


def ask_again(kind: str, every: timedelta) -> bool:
    """Enqueue or retry the job if the last one is `every` old, and return whether that was done.

    Its id is derived from the last one's, so that two processes create one row. One that failed is retried after an
    hour.
    """
    last, now = last_done(kind), timezone.now()
    if last and last.finished_at and last.finished_at > now - every:
        return False
    row = {"kind": kind, "urgency": find(kind).urgency}
    job, is_new = Job.objects.get_or_create(pk=uuid5(last.pk if last else FIRST, kind), defaults=row)
    if is_new:
        return send(job.pk)
    is_long_over = job.finished_at is not None and job.finished_at < now - AGAIN
    return is_long_over and retry(job)
