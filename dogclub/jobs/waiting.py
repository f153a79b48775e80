"""How long work has waited: what says whether any worker is there at all."""

from datetime import datetime

from django.db.models import Count, Min
from django.utils import timezone

from dogclub.models import Job


def oldest_waiting() -> tuple[datetime | None, int]:
    """Since when the oldest due job waits, and how many wait."""
    due = Job.objects.filter(state=Job.State.QUEUED, due_at__lte=timezone.now())
    found = due.order_by().aggregate(since=Min("due_at"), number=Count("pk"))
    return found["since"], found["number"]
