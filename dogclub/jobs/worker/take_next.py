"""Choice of the job that a worker takes when a queue message arrives: the most urgent, and fair among clubs.

A message says that some job waits, not that this one is next. So a sign-in code overtakes ten season books, and the
second book of a club waits while another club has none running.
"""

import threading
from datetime import datetime

from django.utils import timezone

from dogclub.jobs.worker.leases import free
from dogclub.jobs.worker.queue import send
from dogclub.jobs.worker.run import run
from dogclub.models import Job

Urgency = Job.Urgency
MAX_ATTEMPTS = 5  # attempts, as another worker may claim the job first
_bulk = threading.Semaphore(1)  # one bulk job at a time in a process: other threads stay free for urgent ones


def take_next() -> None:
    """Run the next job, if there is one. Bulk jobs are left to others while this process runs one."""
    has_slot = _bulk.acquire(blocking=False)
    was_bulk = False
    try:
        for _ in range(MAX_ATTEMPTS):
            job = next_job(timezone.now(), may_be_bulk=has_slot)
            if job is None:
                return
            was_bulk = job.urgency == Urgency.BULK
            if has_slot and not was_bulk:
                _bulk.release()
                has_slot = False
            if run(job.pk):
                return
    finally:
        if has_slot:
            _bulk.release()
        if was_bulk:
            _send_what_is_left()


def next_job(now: datetime, *, may_be_bulk: bool = True) -> Job | None:
    """Return the most urgent due job; of equals the oldest, preferably of a club with no running job. None if there
    is none.
    """
    waiting = Job.objects.filter(free(now)).order_by("urgency", "due_at")
    if not may_be_bulk:
        waiting = waiting.exclude(urgency=Urgency.BULK)
    first = waiting.first()
    if first is None:
        return None
    busy = Job.objects.filter(state=Job.State.RUNNING, club__isnull=False).values("club")
    return waiting.filter(urgency=first.urgency).exclude(club__in=busy).first() or first


def _send_what_is_left() -> None:
    """Send a message for a job that was skipped meanwhile: its own message is used up, and the sweep would be later."""
    left = next_job(timezone.now())
    if left:
        send(left.pk)
