"""One run of a job, in this process or a child process: its lease, its heartbeat and its outcome."""

import logging
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext
from django_guid import clear_guid, get_guid, set_guid

from clubs.language.choice import language_of
from clubs.time_zone import ways_of
from dogclub.configuration.environment import FILES
from dogclub.jobs import queue
from dogclub.jobs.queue import request_of
from dogclub.jobs.work import Again, Impossible, Kind, Stopped, Work, find, forget, say
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


# The run.


ENDS_BY_ITSELF = 5  # seconds in which the child of a cancelled job should notice that
A_PROCESS_BEGINS = 120  # seconds for a child process to start on a busy machine
BROKEN = gettext_lazy("Something went wrong. Try again; if it fails again, tell whoever runs Dog Club.")
BROKE_OFF = gettext_lazy("It stopped without an error. The server may have run out of memory or been switched off.")
TOO_LARGE = gettext_lazy(
    "It needed more memory than this server gives to one job. Tell whoever runs Dog Club (JOB_MEMORY)."
)
BUSY = gettext_lazy("The database was busy with something long.")


def run(pk: UUID) -> bool:
    """Run the job. Return False if another run has it, or it is over."""
    job = claim(pk, uuid.uuid4())
    if job:
        run_claimed(job)
    return job is not None


def run_claimed(job: Job, overtime: tuple[type[Exception], ...] = ()) -> None:
    """Run a job whose lease this process has, under the id of the request that enqueued it. It fails for good where
    `overtime` is raised in it.
    """
    kind = find(job.kind)
    if number := request_of(job.pk):
        set_guid(number)
    try:
        if kind.own_process and not getattr(settings, "JOBS_STAY_HERE", False):
            with language_of(job.asked_by, job.club):  # the language of a stored error message
                _run_in_own_process(job, kind)
        else:
            _try(job, overtime)
    finally:
        if number:
            clear_guid()


def _run_in_own_process(job: Job, kind: Kind) -> None:
    """Run the job in a child process under this lease, so that its death is noticed at once, and end that where it
    takes too long or nobody wants the job any more.
    """
    manage = FILES / "manage.py"
    command = [sys.executable, str(manage), "job", str(job.pk), "--lease", str(job.lease)]
    command += [f"--seconds={int(kind.longest.total_seconds())}", f"--request={get_guid() or ''}"]
    connection.close()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as child:
        try:
            is_in_time = _wait_for_child(child, job, kind)
        finally:
            child.kill()  # no effect if it has ended
    if child.returncode:
        logger.warning("The process of job %s (%s) did not end well: %s", job.pk, job.kind, child.returncode)
    if not row_under_lease(job).exists():
        return
    if is_in_time and child.returncode != -signal.SIGXCPU:
        retry_later(job, kind, BROKE_OFF)
    else:  # the next try would take as long
        give_up(job, kind, _too_long(kind))


def _why_for_good(error: Exception, kind: Kind) -> str:
    if isinstance(error, Impossible):
        return str(error)
    return str(TOO_LARGE) if isinstance(error, MemoryError) else _too_long(kind)


def _too_long(kind: Kind) -> str:
    minutes = int(kind.longest.total_seconds() // 60)
    words = ngettext(
        "It took longer than {minutes} minute, and was ended.",
        "It took longer than {minutes} minutes, and was ended.",
        minutes,
    )
    return words.format(minutes=minutes)


def _wait_for_child(child: "subprocess.Popen[bytes]", job: Job, kind: Kind) -> bool:
    """Wait until the child has ended, or has not although nobody wants the job any more; return False if `longest` is
    over. Send heartbeats for it until it sends its own.
    """
    began = beat = time.monotonic()
    is_starting, unwanted_for = True, 0.0
    while child.poll() is None and unwanted_for < ENDS_BY_ITSELF:
        with suppress(subprocess.TimeoutExpired):
            child.wait(min(TICK, settings.JOB_BEAT))
        now = time.monotonic()
        if now - began >= kind.longest.total_seconds():
            return False
        if is_starting and now - beat >= settings.JOB_BEAT:
            beat = now
            is_starting = now - began < A_PROCESS_BEGINS and child.poll() is None and send_heartbeat_for_child(job)
        unwanted_for = unwanted_for + TICK if is_unwanted(job) else 0.0
        connection.close()
    return True


def run_here(pk: UUID, lease: UUID | None = None) -> None:
    """Run the job in this process, under the lease with which it was claimed or a new one."""
    job = (lease and adopt_lease(pk, lease)) or claim(pk, lease or uuid.uuid4())
    if job:
        _try(job)


def _try(job: Job, overtime: tuple[type[Exception], ...] = ()) -> None:
    """One try of a job and its outcome, in the requester's language, in which texts and files are written."""
    assert job.lease
    kind = find(job.kind)
    with language_of(job.asked_by, job.club):
        if job.cancel_asked_at:
            mark_cancelled(job, kind)
            return
        if job.tries > kind.tries:
            give_up(job, kind, BROKE_OFF)
            return
        work = Work(job, job.lease, partial(done, job, kind))
        final: tuple[type[Exception], ...] = (Impossible, MemoryError, *overtime)
        try:
            with heartbeat(work, kind.longest), ways_of(job.club):
                kind.run(work)
                work.end()
            return
        except Stopped:
            end = partial(mark_cancelled, job, kind)
        except final as reason:
            end = partial(give_up, job, kind, _why_for_good(reason, kind))
        except Again as reason:
            end = partial(retry_later, job, kind, str(reason))
        except OperationalError as error:
            logger.warning("Job %s (%s) could not get at the database: %s", job.pk, job.kind, error)
            end = partial(retry_later, job, kind, BUSY)
        except Exception:
            logger.exception("Job %s (%s) broke.", job.pk, job.kind)
            end = partial(retry_later, job, kind, BROKEN)
        work.drop_file()
        end()
