"""One request of a delivery, to a webhook or to the chat of a club, and what a failure means for the next ones."""

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from dogclub.jobs.worker.kinds import find
from dogclub.jobs.worker.work import Again, Impossible, Work
from dogclub.models import Chat, Webhook
from dogclub.notify.webhooks.addresses import Refused

if TYPE_CHECKING:
    from dogclub.notify.webhooks.http_post import Answer  # loads httpx, which only deliveries need


def send(work: Work, row: Webhook | Chat, body: bytes, headers: dict[str, str], *, is_test: bool) -> "Answer":
    """Post the body to the row's URL. Raise Impossible, or Again if it is to be retried."""
    from dogclub.notify.webhooks.http_post import Unanswered, post

    work.wait_outside()
    try:
        return post(row.url, body, headers)
    except Refused as reason:
        raise Impossible(str(reason)) from reason
    except Unanswered as reason:
        raise failing(work, row, str(reason), is_test=is_test) from reason


def answered(answer: "Answer") -> str:
    """Return what was answered in a sentence."""
    said = answer.words[:200].strip()
    words = _("It answered {status}: {text}") if said else _("It answered {status}")
    return words.format(status=answer.status, text=said)


def failing(work: Work, row: Webhook | Chat, reason: str, *, is_test: bool) -> Exception:
    """Return Again, or after the last try Impossible, and pause the row until an organiser resumes it. A test is tried
    once.
    """
    if is_test:
        return Impossible(reason)
    if work.job.tries < find(work.job.kind).tries:
        return Again(reason)
    pause(row, reason)
    return Impossible(reason)


def pause(row: Webhook | Chat, reason: str) -> None:
    """Send nothing more to the row's URL, for this reason."""
    type(row).objects.filter(pk=row.pk, paused_at=None).update(paused_at=timezone.now(), paused_because=reason[:200])
