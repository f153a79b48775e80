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
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Case, Count, F, Q, SmallIntegerField, Value, When
from django.utils import timezone

from dogclub.jobs.worker import work
from dogclub.jobs.worker.kinds import Queue, keys_of
from dogclub.jobs.worker.leases import AN_HOUR, claim, expired_leases, free
from dogclub.jobs.worker.queue import send, wait_for_news, wake
from dogclub.jobs.worker.run import run_claimed
from dogclub.models import Job

Urgency = Job.Urgency
MAX_ATTEMPTS = 5  # attempts, as another worker may claim the job first
PATIENCE = timedelta(minutes=2)  # after which a due job comes before more urgent ones
# Jobs of one club that run at the same time, in all workers: at least one thread of a worker stays free for others.
SHARES = {Queue.MAIL: 1, Queue.NETWORK: 2, Queue.WORK: 2}
_choosing = threading.Lock()
_bulk: set[Queue] = set()  # one bulk job at a time in a queue of a process: other threads stay free for urgent ones


def take_next() -> None:
    """Run the next job of the queue WORK, if there is one: what a message from Redis asks for."""
    job = claim_next(Queue.WORK)
    if job is None:
        return
    try:
        run_taken(job, Queue.WORK)
    finally:
        if left := next_job(timezone.now()):  # its message may be used up, and the sweep would be later
            send(left.pk)


def claim_next(queue: Queue) -> Job | None:
    """Claim the next job of a queue and return it for `run_taken`; None if there is none."""
    with _choosing:
        for _ in range(MAX_ATTEMPTS):
            job = next_job(timezone.now(), queue, may_be_bulk=queue not in _bulk)
            if job is None:
                return None
            if claimed := claim(job.pk, uuid4()):
                if job.urgency == Urgency.BULK:
                    _bulk.add(queue)
                return claimed
    return None


def run_taken(job: Job, queue: Queue) -> None:
    """Run a job that `claim_next` returned."""
    try:
        run_claimed(job)
    finally:
        if job.urgency == Urgency.BULK:
            _bulk.discard(queue)
        wake()


def next_job(now: datetime, queue: Queue = Queue.WORK, *, may_be_bulk: bool = True) -> Job | None:
    """Return the most urgent due job of a queue; of equals the oldest, preferably of a club with no running job. None
    if there is none, or only of clubs that have their share.
    """
    its_kinds = Job.objects.filter(kind__in=keys_of(queue))
    running = its_kinds.filter(state=Job.State.RUNNING, club__isnull=False).exclude(expired_leases(now)).order_by()
    first_of_all = When(due_at__lt=now - PATIENCE, then=Value(-1))
    rank = Case(first_of_all, default=F("urgency"), output_field=SmallIntegerField())
    shares = running.values("club").annotate(number=Count("pk")).filter(number__gte=SHARES[queue])
    waiting = its_kinds.filter(free(now)).exclude(club__in=shares.values("club"))
    waiting = waiting.annotate(rank=rank).order_by("rank", "due_at")
    if not may_be_bulk:
        waiting = waiting.exclude(urgency=Urgency.BULK)
    first = waiting.first()
    if first is None:
        return None
    return waiting.filter(rank=first.rank).exclude(club__in=running.values("club")).first() or first


# The threads in which a worker runs jobs: some for each queue. One thread looks for due rows and starts them.


logger = logging.getLogger(__name__)
THREADS = {Queue.MAIL: 1, Queue.NETWORK: 3, Queue.WORK: 3}


def start_threads(*queues: Queue) -> threading.Thread:
    """Start the thread that runs the jobs of these queues for as long as the process lives."""
    thread = threading.Thread(target=_serve, args=[{queue: Semaphore(THREADS[queue]) for queue in queues}], daemon=True)
    thread.name = "background"
    thread.start()
    return thread


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


# Sweeping of jobs: those whose message was lost, those whose run has died, and old ones.


LOST = timedelta(seconds=60)  # after which another message is sent
KEPT = timedelta(days=30)
AT_ONCE = 200


def sweep() -> int:
    """Send Redis messages for waiting jobs that have none, or one that was sent longer ago than LOST; return their
    number. A job with two messages is still done once.
    """
    now = timezone.now()
    untold = Q(sent_at=None) | Q(sent_at__lt=now - LOST) | Q(sent_at__gt=now + AN_HOUR)
    waiting = list(Job.objects.filter(free(now) & untold).order_by("due_at").values_list("pk", flat=True)[:AT_ONCE])
    mailed = 0
    for pk in waiting:
        if not send(pk):
            break
        mailed += 1
    return mailed


def clear_away() -> int:
    """Delete jobs that ended over 30 days ago, with their files, and the progress files of killed runs; return the
    number of deleted rows.
    """
    work.clear_away()
    count, _ = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    return count
