"""Enqueue, cancel and retry jobs."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from clubs.models import Club, User
from dogclub.jobs.queue import send
from dogclub.jobs.run import expired_leases
from dogclub.jobs.work import find
from dogclub.models import Job

State = Job.State


def enqueue(
    kind: str,
    club: Club | None = None,
    by: User | None = None,
    asked: Mapping[str, Any] | None = None,
    *,
    wants_mail: bool = False,
) -> Job:
    """Create the job's row in this transaction; the queue message is sent after the commit."""
    job = Job.objects.create(
        kind=kind,
        urgency=find(kind).urgency,
        club=club,
        asked_by=by,
        asked=dict(asked or {}),
        wants_mail=wants_mail,
    )
    transaction.on_commit(lambda: send(job.pk), robust=True)
    return job


def enqueue_unique(pk: UUID, kind: str, club: Club, asked: Mapping[str, Any], due_at: datetime | None = None) -> bool:
    """Enqueue a job with this id, for now or later, unless there is or was one; return whether it was new."""
    row = {"kind": kind, "urgency": find(kind).urgency, "club": club, "asked": dict(asked)}
    row |= {"due_at": due_at} if due_at else {}
    job, is_new = Job.objects.get_or_create(pk=pk, defaults=row)
    if is_new:
        transaction.on_commit(lambda: send(job.pk), robust=True)
    return is_new


def enqueue_once(kind: str, club: Club, by: User | None, asked: Mapping[str, Any], *, wants_mail: bool = False) -> Job:
    """Return the person's job with the same request if it is queued or running, else a new one."""
    waiting = club.jobs.filter(kind=kind, state__in=(State.QUEUED, State.RUNNING), cancel_asked_at=None, asked_by=by)
    same = next((job for job in waiting if job.asked == asked and job.wants_mail == wants_mail), None)
    return same or enqueue(kind, club, by, asked, wants_mail=wants_mail)


def cancel(job: Job) -> bool:
    """Cancel a job: at once if no worker has it, else when its run next checks.

    Return False if it is over already, or if the database is locked because the job is writing its result.
    """
    try:
        return _cancel(job)
    except OperationalError:
        return False


@transaction.atomic
def _cancel(job: Job) -> bool:
    now = timezone.now()
    row = Job.objects.select_for_update().filter(pk=job.pk)
    if not row:
        return False
    without_worker = Q(state=State.QUEUED) | expired_leases(now)
    ended: dict[str, Any] = {"state": State.CANCELLED, "finished_at": now, "cancel_asked_at": now}
    if row.filter(without_worker).update(**ended, lease=None, now=""):
        return True
    return bool(row.filter(state=State.RUNNING, cancel_asked_at=None).update(cancel_asked_at=now))


def retry(job: Job) -> bool:
    """Queue a failed or cancelled job again from the beginning, with all its tries. Return False if it is not failed
    or cancelled, or is deleted when done, so that its request is gone.
    """
    if find(job.kind).delete_when_done:
        return False
    over = Q(state=State.FAILED) | Q(state=State.CANCELLED)
    begun = Job.objects.filter(over, pk=job.pk).update(
        state=State.QUEUED,
        due_at=timezone.now(),
        sent_at=None,
        tries=0,
        percent=0,
        steps=[],
        now="",
        problem="",
        lease=None,
        beat_at=None,
        started_at=None,
        finished_at=None,
        cancel_asked_at=None,
    )
    if begun:
        transaction.on_commit(lambda: send(job.pk), robust=True)
    return bool(begun)


FIRST = UUID("d09c1b00-0000-4000-8000-000000000000")
AGAIN = timedelta(hours=1)  # until a job whose retries are used up is tried again


def last_done(kind: str) -> Job | None:
    """Return the last job of this kind that succeeded."""
    return Job.objects.filter(kind=kind, state=Job.State.DONE).order_by("-finished_at").first()


def ask_again(kind: str, every: timedelta) -> bool:
    """Enqueue or retry the job if the last one is `every` old, and return whether that was done.

    Its id is derived from the last one's, so that two processes create one row. One that failed is retried after an
    hour.
    """
    last, now = last_done(kind), timezone.now()
    if last and last.finished_at and last.finished_at > now - every:
        return False
    row = {"kind": kind, "urgency": find(kind).urgency}
    job, is_new = Job.objects.get_or_create(pk=uuid5(last.pk if last else FIRST, kind), defaults=row)
    if is_new:
        return send(job.pk)
    is_long_over = job.finished_at is not None and job.finished_at < now - AGAIN
    return is_long_over and retry(job)
