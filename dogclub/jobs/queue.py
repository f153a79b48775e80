"""How a worker learns of a job. The row is what counts: told twice or not at all, no job is lost or done twice.

Without Redis a worker of this process is woken, and one of another process finds the row when it next looks. With Redis
a task of Celery is sent that names the row; the row stores when, so that a worker begins it where none arrives.
"""

import logging
import threading
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import OperationalError, transaction
from django.db.models import Count, Min, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django_guid import get_guid

from dogclub.jobs.work import Kind, find
from dogclub.models import Job

TASK = "dogclub.jobs.worker.run"
PRIORITIES = {Job.Urgency.AWAITED: 0, Job.Urgency.FOLLOWS: 3, Job.Urgency.BULK: 6}  # steps of Redis: 0, 3, 6, 9
PATIENCE = timedelta(minutes=2)  # after which a due job comes before more urgent ones
GRACE = 60  # seconds from the soft limit of a task to the hard one
REMEMBERED = 1000  # a process without a worker starts none of its jobs
logger = logging.getLogger(__name__)
OPEN = (Job.State.QUEUED, Job.State.RUNNING)
_news = threading.Event()
_requests: dict[UUID, str] = {}


def send(pk: UUID) -> bool:
    """Tell the workers of a job. Return False if Redis or the database is unavailable: a worker finds the row. Errors
    of the queue are not raised.
    """
    if settings.JOB_QUEUE:
        return _mark_and_send(pk)
    if (request := get_guid()) and len(_requests) < REMEMBERED:
        _requests[pk] = request
    wake()
    return True


def request_of(pk: UUID) -> str | None:
    """Return, once, the id of the request of this process that enqueued the job, for the log."""
    return _requests.pop(pk, None)


def wake() -> None:
    """Let the worker of this process, if it has one, look for due jobs at once."""
    _news.set()


def wait_for_news(seconds: float) -> None:
    """Wait until `wake` is called, at most so long."""
    _news.wait(seconds)
    _news.clear()


def _mark_and_send(pk: UUID) -> bool:
    row = Job.objects.filter(pk=pk, state__in=OPEN)
    try:
        # Before the message: a fast worker clears this field when it takes the lease.
        row.update(sent_at=timezone.now())
    except OperationalError as error:
        logger.info("Job %s could not be marked as told (%s); it waits for a look at the rows.", pk, error)
        return False
    if _send(row):
        return True
    row.filter(state=Job.State.QUEUED).update(sent_at=None)
    return False


def _send(row: QuerySet[Job]) -> bool:
    from kombu.exceptions import OperationalError as Unreachable  # slow to import, and only Redis needs it

    for job in row:
        try:
            import_string(settings.JOB_QUEUE).send_task(TASK, [str(job.pk)], **options(job, find(job.kind)))
        except (Unreachable, OSError) as error:
            logger.info(
                "The queue is out of reach (%s); job %s waits for a look at the rows.",
                type(error).__name__,
                job.pk,
            )
            return False
        except Exception:
            logger.exception("The queue broke; job %s waits for a look at the rows.", job.pk)
            return False
    return True


def options(job: Job, kind: Kind) -> dict[str, Any]:
    """Return the options of a job's task: its queue, its priority (0 first) and its limits in seconds.

    Only a pool of processes enforces the limits; with threads a kind has a process of its own where it needs one.
    """
    longest = kind.longest.total_seconds()
    urgency = 0 if job.due_at < timezone.now() - PATIENCE else job.urgency
    limits = {"soft_time_limit": longest, "time_limit": longest + GRACE}
    return {"queue": kind.queue.value, "priority": PRIORITIES[Job.Urgency(urgency)], **limits}


def oldest_waiting() -> tuple[datetime | None, int]:
    """Return the due time of the oldest job that is due (None if there is none), and the number of such jobs."""
    due = Job.objects.filter(state=Job.State.QUEUED, due_at__lte=timezone.now())
    oldest = due.order_by().aggregate(since=Min("due_at"), number=Count("pk"))
    return oldest["since"], oldest["number"]


# The email to a user who wants one when a job is done or has failed: queued in the transaction that ends the job.


def send_result(pk: UUID, kind: Kind) -> None:
    """Queue the email, in the transaction that ends the job. An error is logged and does not roll that back."""
    job = Job.objects.select_related("club", "asked_by").get(pk=pk)
    if not (job.wants_mail and job.asked_by and job.club and job.asked_by.email):
        return
    try:
        with transaction.atomic():
            _write(job, kind, job.asked_by.email)
    except Exception:
        logger.exception("The letter about job %s could not be written.", pk)


def _write(job: Job, kind: Kind, to: str) -> None:
    is_done = job.state == Job.State.DONE
    address = f"{settings.BASE_URL}{job.get_absolute_url()}"
    body = render_to_string("dogclub/jobs/mail.txt", {"job": job, "kind": kind, "address": address, "is_done": is_done})
    words = _("Dog Club: {title} is ready") if is_done else _("Dog Club: {title} failed")
    subject = words.format(title=kind.title)
    EmailMessage(subject, body, to=[to]).send()
