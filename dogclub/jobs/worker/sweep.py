"""What nobody was told of, what nobody works on any more, and jobs nobody will look at any more."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from dogclub.jobs.worker.leases import AN_HOUR, free
from dogclub.jobs.worker.queue import send
from dogclub.models import Job

LOST = timedelta(seconds=60)  # after which a queue is told again
KEPT = timedelta(days=30)
AT_ONCE = 200


def sweep() -> int:
    """Tell the queue again of what waits; how many. A job told of twice is still done once."""
    now = timezone.now()
    untold = Q(sent_at=None) | Q(sent_at__lt=now - LOST) | Q(sent_at__gt=now + AN_HOUR)
    waiting = list(Job.objects.filter(free(now) & untold).order_by("due_at").values_list("pk", flat=True)[:AT_ONCE])
    mailed = 0
    for pk in waiting:
        if not send(pk):
            break
        mailed += 1
    return mailed


def clear_away() -> int:
    """Jobs that were over a month ago; their files go with the rows."""
    count, _ = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).delete()
    return count
