"""The lease: which one run works on a row, and how everybody else knows that it still does."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from dogclub.jobs.worker import progress_file
from dogclub.jobs.worker.work import Work
from dogclub.models import Job

logger = logging.getLogger(__name__)
State = Job.State
AN_HOUR = timedelta(hours=1)  # further ahead than clocks of one installation differ: a clock was put back
TICK = 1.0  # seconds


def unheard(now: datetime) -> Q:
    """Somebody had it, and has not been heard of."""
    silence = timedelta(seconds=settings.JOB_SILENCE)
    return Q(state=State.RUNNING) & (Q(beat_at__lt=now - silence) | Q(beat_at__gt=now + AN_HOUR))


def free(now: datetime) -> Q:
    """Due and nobody's, or left behind."""
    return Q(state=State.QUEUED, due_at__lte=now) | unheard(now)


def mine(job: Job) -> QuerySet[Job]:
    """The row while it is still this run's; none once another run has it, or it is over."""
    return Job.objects.filter(pk=job.pk, lease=job.lease, state=State.RUNNING)


def claim(pk: UUID, lease: UUID) -> Job | None:
    """The job under this lease; None when somebody else has it, it is over, or nobody can write just now."""
    try:
        return _claim(pk, lease, timezone.now())
    except OperationalError as error:
        logger.info("Job %s could not be begun (%s); it waits for the sweep.", pk, error)
        return None


@transaction.atomic
def _claim(pk: UUID, lease: UUID, now: datetime) -> Job | None:
    if not Job.objects.select_for_update(skip_locked=True).filter(free(now), pk=pk):
        return None
    Job.objects.filter(pk=pk).update(
        state=State.RUNNING,
        lease=lease,
        beat_at=now,
        started_at=now,
        sent_at=None,
        tries=F("tries") + 1,
        percent=0,
        steps=[],
        now="",
    )
    return Job.objects.select_related("club", "asked_by").get(pk=pk)


def vouch(job: Job) -> bool:
    """Says that it is alive for a process that only starts. False once that says so itself, or has ended."""
    now = timezone.now()
    try:
        if not mine(job).filter(beat_at=job.beat_at).update(beat_at=now):
            return False
        job.beat_at = now
    except DatabaseError as error:
        logger.info("Job %s could not be said to be alive: %s", job.pk, error)
    return True


def taken_over(pk: UUID, lease: UUID) -> Job | None:
    """The job as whoever started this process claimed it for it; from here on it is this process that is alive."""
    row = Job.objects.filter(pk=pk, lease=lease, state=State.RUNNING)
    if not row.update(beat_at=timezone.now()):
        return None
    return row.select_related("club", "asked_by").first()


@contextmanager
def beating(work: Work, longest: timedelta) -> Iterator[None]:
    """Says every few seconds that this run is alive, from a thread with a connection of its own.

    After `longest` it says no more: work that hangs is somebody else's in the end. Inside a transaction it says
    nothing: no other connection sees the row, and the work would pass for one that was called off.
    """
    if connection.in_atomic_block:
        yield
        return
    through = threading.Event()
    thread = threading.Thread(target=_beat, args=(work, longest, through), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        through.set()
        thread.join()
        progress_file.forget(work.job.pk)


def _beat(work: Work, longest: timedelta, through: threading.Event) -> None:
    began = last = time.monotonic()
    while not through.wait(min(TICK, settings.JOB_BEAT)) and time.monotonic() - began < longest.total_seconds():
        if work.is_writing and connection.vendor == "sqlite":
            # Nobody else can write before this run has: neither the row nor a rival.
            progress_file.say(work.job.pk, work.progress())
        elif work.is_writing or work.is_reading or time.monotonic() - last >= settings.JOB_BEAT:
            last = time.monotonic()
            _say(work)
    connection.close()


def _say(work: Work) -> None:
    try:
        work.say()
    except DatabaseError as error:
        logger.info("Job %s could not say that it is alive: %s", work.job.pk, error)
