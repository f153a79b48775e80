"""Which job a worker takes when the queue says that there is one: the most urgent, and each club gets its turn.

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
RIVALS = 5  # how often somebody else may be quicker
_bulk = threading.Semaphore(1)  # one at a time in a process: its other threads stay free for what is urgent


def take_next() -> None:
    """Do the job that is next, if any waits. Bulk work is left where this process does some already."""
    has_slot = _bulk.acquire(blocking=False)
    was_bulk = False
    try:
        for _ in range(RIVALS):
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
    """The most urgent one that is due; of equals the oldest, of a club with nothing running where there is such."""
    waiting = Job.objects.filter(free(now)).order_by("urgency", "due_at")
    if not may_be_bulk:
        waiting = waiting.exclude(urgency=Urgency.BULK)
    first = waiting.first()
    if first is None:
        return None
    busy = Job.objects.filter(state=Job.State.RUNNING, club__isnull=False).values("club")
    return waiting.filter(urgency=first.urgency).exclude(club__in=busy).first() or first


def _send_what_is_left() -> None:
    """What was left while this was done: its message is used up, and the sweep would come later."""
    left = next_job(timezone.now())
    if left:
        send(left.pk)
