"""Queue messages for jobs. A message only names a row: sent twice or not at all, no job is lost or done twice."""

import logging
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import OperationalError
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError as Unreachable

from dogclub.models import Job

TASK = "dogclub.jobs.worker.run"
logger = logging.getLogger(__name__)
OPEN = (Job.State.QUEUED, Job.State.RUNNING)


def send(pk: UUID) -> bool:
    """Send a message for a job. Return False if the queue or the database is unavailable: the sweep sends it later.
    Errors of the queue are not raised.
    """
    row = Job.objects.filter(pk=pk, state__in=OPEN)
    try:
        # Before the message: a fast worker clears this field when it takes the lease.
        row.update(sent_at=timezone.now())
    except OperationalError as error:
        logger.info("Job %s could not be marked as told (%s); it waits for the sweep.", pk, error)
        return False
    if _send(pk):
        return True
    row.filter(state=Job.State.QUEUED).update(sent_at=None)
    return False


def _send(pk: UUID) -> bool:
    try:
        import_string(settings.JOB_QUEUE).send_task(TASK, [str(pk)])
    except (Unreachable, OSError) as error:
        logger.info("The queue is out of reach (%s); job %s waits for the sweep.", type(error).__name__, pk)
        return False
    except Exception:
        logger.exception("The queue broke; job %s waits for the sweep.", pk)
        return False
    return True


def oldest_waiting() -> tuple[datetime | None, int]:
    """Return the due time of the oldest job that is due (None if there is none), and the number of such jobs."""
    due = Job.objects.filter(state=Job.State.QUEUED, due_at__lte=timezone.now())
    oldest = due.order_by().aggregate(since=Min("due_at"), number=Count("pk"))
    return oldest["since"], oldest["number"]
