"""What becomes of the row when a run ends. Without the lease none but `done` has any effect."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise

from dogclub.jobs.worker import mail
from dogclub.jobs.worker.kinds import Kind
from dogclub.jobs.worker.leases import mine
from dogclub.models import Job

State = Job.State


def done(job: Job, kind: Kind) -> None:
    """In the transaction of the work itself: a letter, or no row any more."""
    if kind.fleeting:
        Job.objects.filter(pk=job.pk).delete()
    else:
        mail.send_result(job.pk, kind)


def stopped(job: Job, kind: Kind) -> None:
    """Called off."""
    _over(job, kind, State.CANCELLED, "")


@transaction.atomic
def give_up(job: Job, kind: Kind, reason: str | Promise) -> None:
    if _over(job, kind, State.FAILED, reason):
        mail.send_result(job.pk, kind)


@transaction.atomic
def later(job: Job, kind: Kind, reason: str | Promise) -> None:
    """Another try after a pause, unless there were enough, or it was called off meanwhile."""
    row = mine(job).select_for_update().first()
    if row is None:
        return
    if row.cancel_asked_at:
        stopped(job, kind)
    elif row.tries >= kind.tries:
        give_up(job, kind, reason)
    else:
        due = timezone.now() + kind.pause_after(row.tries)
        mine(job).update(state=State.QUEUED, lease=None, due_at=due, sent_at=None, problem=str(reason)[:300], now="")


def _over(job: Job, kind: Kind, state: State, reason: str | Promise) -> bool:
    forgotten: dict[str, Any] = {"asked": {}} if kind.fleeting else {}
    ended = {"state": state, "lease": None, "finished_at": timezone.now(), "problem": str(reason)[:300], "now": ""}
    return bool(mine(job).update(**ended, **forgotten))
