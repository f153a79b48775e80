"""One run of a job, in this process or a child process, and its outcome."""

import logging
import signal
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection
from django.utils.translation import gettext_lazy, ngettext
from django_guid import clear_guid, get_guid, set_guid

from clubs.language.choice import language_of
from clubs.time_zone import ways_of
from dogclub.configuration.environment import FILES
from dogclub.jobs import leases
from dogclub.jobs.leases import (
    TICK,
    adopt_lease,
    claim,
    heartbeat,
    is_unwanted,
    row_under_lease,
    send_heartbeat_for_child,
)
from dogclub.jobs.queue import request_of
from dogclub.jobs.work import Again, Impossible, Kind, Stopped, Work, find
from dogclub.models import Job

logger = logging.getLogger(__name__)
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
        leases.retry_later(job, kind, BROKE_OFF)
    else:  # the next try would take as long
        leases.give_up(job, kind, _too_long(kind))


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
            leases.mark_cancelled(job, kind)
            return
        if job.tries > kind.tries:
            leases.give_up(job, kind, BROKE_OFF)
            return
        work = Work(job, job.lease, partial(leases.done, job, kind))
        final: tuple[type[Exception], ...] = (Impossible, MemoryError, *overtime)
        try:
            with heartbeat(work, kind.longest), ways_of(job.club):
                kind.run(work)
                work.end()
            return
        except Stopped:
            end = partial(leases.mark_cancelled, job, kind)
        except final as reason:
            end = partial(leases.give_up, job, kind, _why_for_good(reason, kind))
        except Again as reason:
            end = partial(leases.retry_later, job, kind, str(reason))
        except OperationalError as error:
            logger.warning("Job %s (%s) could not get at the database: %s", job.pk, job.kind, error)
            end = partial(leases.retry_later, job, kind, BUSY)
        except Exception:
            logger.exception("Job %s (%s) broke.", job.pk, job.kind)
            end = partial(leases.retry_later, job, kind, BROKEN)
        work.drop_file()
        end()
