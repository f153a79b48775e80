"""Updates of a job's row when a run ends. Without the lease none but `done` has any effect."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise

from dogclub.jobs.worker import mail
from dogclub.jobs.worker.kinds import Kind
from dogclub.jobs.worker.leases import row_under_lease
from dogclub.models import Job

State = Job.State


def done(job: Job, kind: Kind) -> None:
    """Send the email, or delete the row if the kind wants that; in the transaction of the work itself."""
    if kind.delete_when_done:
        Job.objects.filter(pk=job.pk).delete()
    else:
        mail.send_result(job.pk, kind)


def mark_cancelled(job: Job, kind: Kind) -> None:
    """Mark the job as cancelled."""
    _over(job, kind, State.CANCELLED, "")


@transaction.atomic
def give_up(job: Job, kind: Kind, reason: str | Promise) -> None:
    """Mark the job as failed for this reason, and send the email."""
    if _over(job, kind, State.FAILED, reason):
        mail.send_result(job.pk, kind)


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
