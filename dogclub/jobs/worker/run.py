"""One run of a job, in this process or a child process, and its outcome."""

import logging
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django_guid import get_guid

from clubs.language.choice import language_of
from clubs.own_ways import ways_of
from dogclub.configuration.places import FILES
from dogclub.jobs.worker import outcomes
from dogclub.jobs.worker.kinds import Kind, find
from dogclub.jobs.worker.leases import adopt_lease, claim, free, heartbeat, row_under_lease, send_heartbeat_for_child
from dogclub.jobs.worker.work import Again, Impossible, Stopped, Work
from dogclub.models import Job

logger = logging.getLogger(__name__)
A_PROCESS_BEGINS = 120  # seconds for a child process to start on a busy machine
BROKEN = gettext_lazy("Something went wrong. Try again; if it fails again, tell whoever runs Dog Club.")
BROKE_OFF = gettext_lazy("It stopped without an error. The server may have run out of memory or been switched off.")
TOO_LARGE = gettext_lazy(
    "It needed more memory than this server gives to one job. Tell whoever runs Dog Club (JOB_MEMORY)."
)
BUSY = gettext_lazy("The database was busy with something long.")


def run(pk: UUID) -> bool:
    """Run the job. Return False if another run has it, or it is over."""
    waiting = Job.objects.filter(free(timezone.now()), pk=pk).first()
    if waiting is None:
        return False
    kind = find(waiting.kind)
    in_own_process = kind.own_process and not getattr(settings, "JOBS_STAY_HERE", False)
    job = claim(pk, uuid.uuid4())
    if job is None:
        return False
    if in_own_process:
        with language_of(job.asked_by, job.club):  # the language of a stored error message
            _run_in_own_process(job, kind)
    else:
        _run(job)
    return True


def _run_in_own_process(job: Job, kind: Kind) -> None:
    """Run the job in a child process under this lease, so that its death is noticed at once."""
    manage = FILES / "manage.py"
    command = [sys.executable, str(manage), "job", str(job.pk), "--lease", str(job.lease)]
    command.append(f"--request={get_guid() or ''}")
    connection.close()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as child:
        try:
            _wait_for_child(child, job, kind)
        finally:
            child.kill()  # if it hangs; no effect if it has ended
    if child.returncode:
        logger.warning("The process of job %s (%s) did not end well: %s", job.pk, job.kind, child.returncode)
    if row_under_lease(job).exists():
        outcomes.retry_later(job, kind, BROKE_OFF)


def _wait_for_child(child: "subprocess.Popen[bytes]", job: Job, kind: Kind) -> None:
    """Wait until the child has ended or `longest` is over. Send heartbeats for it until it sends its own."""
    began, is_starting = time.monotonic(), True
    while child.poll() is None and (gone := time.monotonic() - began) < kind.longest.total_seconds():
        with suppress(subprocess.TimeoutExpired):
            child.wait(settings.JOB_BEAT)
        is_starting = is_starting and gone < A_PROCESS_BEGINS and child.poll() is None and send_heartbeat_for_child(job)
        connection.close()


def run_here(pk: UUID, lease: UUID | None = None) -> None:
    """Run the job in this process, under the lease with which it was claimed or a new one."""
    job = (lease and adopt_lease(pk, lease)) or claim(pk, lease or uuid.uuid4())
    if job:
        _run(job)


def _run(job: Job) -> None:
    """Run the job in its requester's language, in which texts and files are written."""
    assert job.lease
    kind = find(job.kind)
    with language_of(job.asked_by, job.club):
        _begin(job, kind)


def _begin(job: Job, kind: Kind) -> None:
    assert job.lease
    if job.cancel_asked_at:
        outcomes.mark_cancelled(job, kind)
    elif job.tries > kind.tries:
        outcomes.give_up(job, kind, BROKE_OFF)
    else:
        _work(Work(job, job.lease, partial(outcomes.done, job, kind)), kind)


def _work(work: Work, kind: Kind) -> None:
    try:
        with heartbeat(work, kind.longest), ways_of(work.job.club):
            kind.run(work)
            work.end()
    except Stopped:
        work.drop_file()
        outcomes.mark_cancelled(work.job, kind)
    except Impossible as reason:
        work.drop_file()
        outcomes.give_up(work.job, kind, str(reason))
    except Again as reason:
        _again(work, kind, str(reason))
    except MemoryError:
        work.drop_file()
        outcomes.give_up(work.job, kind, TOO_LARGE)
    except OperationalError as error:
        logger.warning("Job %s (%s) could not get at the database: %s", work.job.pk, work.job.kind, error)
        _again(work, kind, BUSY)
    except Exception:
        logger.exception("Job %s (%s) broke.", work.job.pk, work.job.kind)
        _again(work, kind, BROKEN)


def _again(work: Work, kind: Kind, reason: str | Promise) -> None:
    work.drop_file()
    outcomes.retry_later(work.job, kind, reason)
