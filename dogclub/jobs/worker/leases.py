"""The lease, which says which run works on a job's row, and the heartbeat that shows that the run is alive."""

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
AN_HOUR = timedelta(hours=1)  # more than clocks differ: a heartbeat further ahead means that a clock was set back
TICK = 1.0  # seconds


def expired_leases(now: datetime) -> Q:
    """Rows whose run has sent no heartbeat for JOB_SILENCE seconds, or has one in the future, as a clock was set
    back.
    """
    silence = timedelta(seconds=settings.JOB_SILENCE)
    return Q(state=State.RUNNING) & (Q(beat_at__lt=now - silence) | Q(beat_at__gt=now + AN_HOUR))


def free(now: datetime) -> Q:
    """Rows that are due and have no run, or whose run has died."""
    return Q(state=State.QUEUED, due_at__lte=now) | expired_leases(now)


def row_under_lease(job: Job) -> QuerySet[Job]:
    """The row while this run has its lease; empty once another run has it, or it is over."""
    return Job.objects.filter(pk=job.pk, lease=job.lease, state=State.RUNNING)


def claim(pk: UUID, lease: UUID) -> Job | None:
    """Take the lease and return the job; None if another run has it, it is over, or the database is locked."""
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


def send_heartbeat_for_child(job: Job) -> bool:
    """Send a heartbeat for a child process that is starting. Return False once the child sends its own, or the run
    is over.
    """
    now = timezone.now()
    try:
        if not row_under_lease(job).filter(beat_at=job.beat_at).update(beat_at=now):
            return False
        job.beat_at = now
    except DatabaseError as error:
        logger.info("Job %s could not be said to be alive: %s", job.pk, error)
    return True


def adopt_lease(pk: UUID, lease: UUID) -> Job | None:
    """Return the job that the parent process has claimed under this lease, or None; send the first heartbeat of this
    process.
    """
    row = Job.objects.filter(pk=pk, lease=lease, state=State.RUNNING)
    if not row.update(beat_at=timezone.now()):
        return None
    return row.select_related("club", "asked_by").first()


@contextmanager
def heartbeat(work: Work, longest: timedelta) -> Iterator[None]:
    """Send a heartbeat every few seconds, from a thread with its own database connection.

    The heartbeat ends after `longest`, so that hung work is taken over by another run. Inside a transaction there is
    none: other connections do not see the row, so that the job would seem to be cancelled.
    """
    if connection.in_atomic_block:
        yield
        return
    is_over = threading.Event()
    thread = threading.Thread(target=_beat, args=(work, longest, is_over), name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        progress_file.forget(work.job.pk)


def _beat(work: Work, longest: timedelta, is_over: threading.Event) -> None:
    began = last = time.monotonic()
    while not is_over.wait(min(TICK, settings.JOB_BEAT)) and time.monotonic() - began < longest.total_seconds():
        if work.is_writing and connection.vendor == "sqlite":
            # SQLite is locked until this run has written: neither the row nor another run can be written.
            progress_file.say(work.job.pk, work.progress())
        elif work.is_writing or work.is_reading or time.monotonic() - last >= settings.JOB_BEAT:
            last = time.monotonic()
            _write_heartbeat(work)
    connection.close()


def _write_heartbeat(work: Work) -> None:
    try:
        work.write_heartbeat()
    except DatabaseError as error:
        logger.info("Job %s could not say that it is alive: %s", work.job.pk, error)
