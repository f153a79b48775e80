"""Choice of the job that is begun next in a queue: the most urgent, fair among clubs, and none waits for ever.

A sign-in code does not wait for books, nor an archive for another club's webhooks: each queue has its own threads. In a
queue the most urgent job comes first, but one that has waited for two minutes before all others; and the second book of
a club waits while another club has none running.
"""

import logging
import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from threading import Semaphore
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Case, Count, F, Q, QuerySet, SmallIntegerField, Value, When
from django.utils import timezone

from dogclub.jobs import work
from dogclub.jobs.queue import PATIENCE, wait_for_news, wake
from dogclub.jobs.run import AN_HOUR, claim, expired_leases, free, run_claimed
from dogclub.jobs.work import Queue, find, keys_of
from dogclub.models import Job

Urgency = Job.Urgency
LOST = timedelta(seconds=60)  # after which a message of Redis is no longer waited for
MAX_ATTEMPTS = 5  # attempts, as another worker may claim the job first
# Jobs of one club that run at the same time, in all workers: at least one thread of a worker stays free for others.
SHARES = {Queue.MAIL: 1, Queue.NETWORK: 2, Queue.WORK: 2}
THREADS = {Queue.MAIL: 1, Queue.NETWORK: 3, Queue.WORK: 3}
# The free ones of this process.
SLOTS = {queue: Semaphore(number) for queue, number in THREADS.items()}
_choosing = threading.Lock()
_bulk: set[Queue] = set()  # one bulk job at a time in a queue of a process: other threads stay free for urgent ones


def run_by_id(pk: UUID, overtime: tuple[type[Exception], ...] = ()) -> None:
    """Run a job that a task of Celery names, unless it must wait: then `next_job` chooses it later. `overtime` is what
    Celery raises in a task that exceeds its soft limit.
    """
    job = Job.objects.filter(pk=pk).first()
    if job is None:
        return
    queue = find(job.kind).queue
    job = None
    if SLOTS[queue].acquire(blocking=False):
        try:
            with _choosing:
                job = _allowed(timezone.now(), queue, may_be_bulk=queue not in _bulk).filter(pk=pk).first()
                job = job and _claimed(job, queue)
            if job:
                run_taken(job, queue, overtime)
        finally:
            SLOTS[queue].release()
            wake()
    if job is None:
        Job.objects.filter(pk=pk, state=Job.State.QUEUED).update(sent_at=None)


def claim_next(queue: Queue) -> Job | None:
    """Claim the next job of a queue and return it for `run_taken`; None if there is none."""
    with _choosing:
        for _ in range(MAX_ATTEMPTS):
            job = next_job(timezone.now(), queue, may_be_bulk=queue not in _bulk, untold=bool(settings.JOB_QUEUE))
            if job is None:
                return None
            if claimed := _claimed(job, queue):
                return claimed
    return None


def _claimed(job: Job, queue: Queue) -> Job | None:
    claimed = claim(job.pk, uuid4())
    if claimed and job.urgency == Urgency.BULK:
        _bulk.add(queue)
    return claimed


def run_taken(job: Job, queue: Queue, overtime: tuple[type[Exception], ...] = ()) -> None:
    """Run a job that was claimed here."""
    try:
        run_claimed(job, overtime)
    finally:
        if job.urgency == Urgency.BULK:
            _bulk.discard(queue)
        wake()


def next_job(now: datetime, queue: Queue = Queue.WORK, *, may_be_bulk: bool = True, untold: bool = False) -> Job | None:
    """Return the most urgent due job of a queue; of equals the oldest, preferably of a club with no running job. None
    if there is none, or only of clubs that have their share. With `untold` only what no message is under way for.
    """
    waiting = _allowed(now, queue, may_be_bulk=may_be_bulk)
    if untold:
        waiting = waiting.filter(Q(sent_at=None) | Q(sent_at__lt=now - LOST) | Q(sent_at__gt=now + AN_HOUR))
    first = waiting.first()
    if first is None:
        return None
    other: Job | None = waiting.filter(rank=first.rank).exclude(club__in=_running(now, queue).values("club")).first()
    return other or first


def _running(now: datetime, queue: Queue) -> QuerySet[Job]:
    its_kinds = Job.objects.filter(kind__in=keys_of(queue))
    return its_kinds.filter(state=Job.State.RUNNING, club__isnull=False).exclude(expired_leases(now)).order_by()


def _allowed(now: datetime, queue: Queue, *, may_be_bulk: bool) -> "QuerySet[Any]":
    """The due jobs that may begin, the first first: not those of clubs that have their share."""
    first_of_all = When(due_at__lt=now - PATIENCE, then=Value(-1))
    rank = Case(first_of_all, default=F("urgency"), output_field=SmallIntegerField())
    shares = _running(now, queue).values("club").annotate(number=Count("pk")).filter(number__gte=SHARES[queue])
    waiting = Job.objects.filter(free(now), kind__in=keys_of(queue)).exclude(club__in=shares.values("club"))
    if not may_be_bulk:
        waiting = waiting.exclude(urgency=Urgency.BULK)
    return waiting.annotate(rank=rank).order_by("rank", "due_at")


# The threads in which a worker runs jobs: some for each queue. One thread looks for due rows and starts them; beside a
# worker of Celery those for which no message comes: put off, due again, interrupted, enqueued while Redis was away.


logger = logging.getLogger(__name__)


def start_threads() -> None:
    """Start the thread that starts jobs for as long as the process lives."""
    threading.Thread(target=_serve, args=[SLOTS], name="background", daemon=True).start()


def _serve(free: Mapping[Queue, Semaphore]) -> None:
    while True:
        pause = settings.JOB_POLL
        try:
            start_due(free)
        except DatabaseError as error:
            logger.warning("Jobs could not be looked for, as the database does not answer: %s", error)
            pause = settings.JOB_SWEEP
        except Exception:
            logger.exception("Jobs could not be looked for; it is tried again.")
            pause = settings.JOB_SWEEP
        connection.close()
        wait_for_news(pause)


def start_due(free: Mapping[Queue, Semaphore]) -> None:
    """Start due jobs, each in a thread, while their queues have free ones."""
    for queue, threads in free.items():
        while threads.acquire(blocking=False):
            if not _start_next(queue, threads):
                break


def _start_next(queue: Queue, threads: Semaphore) -> bool:
    job = None
    try:
        job = claim_next(queue)
    finally:
        if job is None:
            threads.release()
    if job:
        # A daemon: an unfinished job is run again after the next start.
        threading.Thread(target=_run, args=[job, queue, threads], name=f"job of {queue}", daemon=True).start()
    return job is not None


def _run(job: Job, queue: Queue, threads: Semaphore) -> None:
    try:
        run_taken(job, queue)
    except Exception:
        logger.exception("Job %s (%s) could not be run; it is begun again.", job.pk, job.kind)
    finally:
        connection.close()
        threads.release()


KEPT = timedelta(days=30)


def clear_away() -> int:
    """Delete jobs that ended over 30 days ago, with their files, and the progress files of killed runs; return the
    number of deleted rows.
    """
    work.clear_away()
    count, _ = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    return count
