"""The lease, which says which run works on a job's row, and the heartbeat that shows that the run is alive."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from dogclub.jobs import queue
from dogclub.jobs.work import Kind, Work, forget, say
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
        logger.info("Job %s could not be begun (%s); it waits for a worker that looks for it.", pk, error)
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


def is_unwanted(job: Job) -> bool:
    """Whether the job of this run was cancelled or deleted; False while the database does not answer."""
    try:
        row = Job.objects.filter(pk=job.pk).values_list("lease", "cancel_asked_at").first()
    except DatabaseError:
        return False
    return row is None or (row[0] == job.lease and row[1] is not None)


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
        forget(work.job.pk)


def _beat(work: Work, longest: timedelta, is_over: threading.Event) -> None:
    began = last = time.monotonic()
    while not is_over.wait(min(TICK, settings.JOB_BEAT)) and time.monotonic() - began < longest.total_seconds():
        if work.is_writing and connection.vendor == "sqlite":
            # SQLite is locked until this run has written: neither the row nor another run can be written.
            say(work.job.pk, work.progress())
        elif work.is_writing or work.is_reading or time.monotonic() - last >= settings.JOB_BEAT:
            last = time.monotonic()
            _write_heartbeat(work)


def _write_heartbeat(work: Work) -> None:
    try:
        work.write_heartbeat()
    except DatabaseError as error:
        logger.info("Job %s could not say that it is alive: %s", work.job.pk, error)
    connection.close()  # on PostgreSQL, back to the pool


# Updates of a job's row when a run ends. Without the lease none but `done` has any effect.


def done(job: Job, kind: Kind) -> None:
    """Send the email, or delete the row if the kind wants that; in the transaction of the work itself."""
    if kind.delete_when_done:
        Job.objects.filter(pk=job.pk).delete()
    else:
        queue.send_result(job.pk, kind)


def mark_cancelled(job: Job, kind: Kind) -> None:
    """Mark the job as cancelled."""
    _over(job, kind, State.CANCELLED, "")


@transaction.atomic
def give_up(job: Job, kind: Kind, reason: str | Promise) -> None:
    """Mark the job as failed for this reason, and send the email."""
    if _over(job, kind, State.FAILED, reason):
        queue.send_result(job.pk, kind)


@transaction.atomic
def retry_later(job: Job, kind: Kind, reason: str | Promise) -> None:
    """Queue another try after a pause; fail if there were enough tries, or cancel if that was requested meanwhile."""
    row = row_under_lease(job).select_for_update().first()
    if row is None:
        return
    if row.cancel_asked_at:
        mark_cancelled(job, kind)
    elif row.tries >= kind.tries:
        give_up(job, kind, reason)
    else:
        due = timezone.now() + kind.pause_after(row.tries)
        queued: dict[str, Any] = {"state": State.QUEUED, "lease": None, "due_at": due, "sent_at": None, "now": ""}
        row_under_lease(job).update(**queued, problem=str(reason)[:300])


def _over(job: Job, kind: Kind, state: State, reason: str | Promise) -> bool:
    """End the job in this state; return whether this run still had the lease."""
    forgotten: dict[str, Any] = {"asked": {}} if kind.delete_when_done else {}
    ended = {"state": state, "lease": None, "finished_at": timezone.now(), "problem": str(reason)[:300], "now": ""}
    return bool(row_under_lease(job).update(**ended, **forgotten))
