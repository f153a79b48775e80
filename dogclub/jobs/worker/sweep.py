"""Sweeping of jobs: those whose message was lost, those whose run has died, and old ones."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from dogclub.jobs.worker import progress_file
from dogclub.jobs.worker.leases import AN_HOUR, free
from dogclub.jobs.worker.queue import send
from dogclub.models import Job

LOST = timedelta(seconds=60)  # after which another message is sent
KEPT = timedelta(days=30)
AT_ONCE = 200


def sweep(lost_after: timedelta = LOST) -> int:
    """Send messages for waiting jobs that have none, or one that was sent longer ago than `lost_after`; return their
    number. A job with two messages is still done once.
    """
    now = timezone.now()
    untold = Q(sent_at=None) | Q(sent_at__lt=now - lost_after) | Q(sent_at__gt=now + AN_HOUR)
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
    progress_file.clear_away()
    count, _ = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    return count
