"""The email to a user who wants one when a job is done or has failed: queued in the transaction that ends the job."""

import logging
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from dogclub.jobs.worker.kinds import Kind
from dogclub.models import Job

logger = logging.getLogger(__name__)


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
