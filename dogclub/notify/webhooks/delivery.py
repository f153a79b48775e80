"""One delivery: the body with present names, the signature, and the meaning of the response."""

import base64
import hashlib
import hmac
import json
import secrets
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player, Role
from dogclub.jobs.work import Again, Impossible, Kind, Queue, Work, find
from dogclub.models import Chat, Job, Webhook
from dogclub.notify.webhooks.addresses import Refused
from dogclub.notify.webhooks.notify import TEST

# Secrets and signatures after Standard Webhooks: HMAC-SHA256 over id, timestamp and body.

HEAD = "whsec_"
BYTES = 24


def new_secret() -> str:
    """Return a new random secret."""
    return HEAD + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def signature(secret: str, identity: str, moment: int, body: bytes) -> str:
    """Return the signature; `identity` is the delivery's id, `moment` in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(HEAD))
    signed = f"{identity}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def signed_headers(secret: str, identity: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the request headers of a signed delivery."""
    return {
        "webhook-id": identity,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(secret, identity, moment, body),
    }


# One request of a delivery, to a webhook or to the chat of a club, and what a failure means for the next ones.

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


GONE = gettext_lazy("It answered 410 Gone, so the webhook was removed.")
UNREADABLE = gettext_lazy("SECRET_KEY was changed, so the signing secret is lost. Remove the webhook and add it again.")


def deliver(work: Work) -> None:
    """Send the delivery of a job. Raise Impossible, or Again if it is to be retried."""
    webhook = Webhook.objects.filter(pk=work.asked["hook"], removed_at=None).first()
    if webhook is None:
        raise Impossible(_("The webhook was removed before this could be sent."))
    if webhook.paused_at and work.asked["event"] != TEST:
        raise Impossible(_("The webhook was paused before this could be sent."))
    is_test = work.asked["event"] == TEST
    if not webhook.secret:
        raise Impossible(str(UNREADABLE))
    body, moment = body_of(work.job), int(timezone.now().timestamp())
    answer = send(work, webhook, body, signed_headers(webhook.secret, str(work.job.pk), moment, body), is_test=is_test)
    if answer.status == HTTPStatus.GONE:
        Webhook.objects.filter(pk=webhook.pk).update(removed_at=timezone.now())
        raise Impossible(str(GONE))
    if not answer.is_good:
        raise failing(work, webhook, answered(answer), is_test=is_test)
    work.result |= {"status": answer.status, "answer": answer.words[:200]}


def body_of(job: Job) -> bytes:
    """Return the body; the same for every try, apart from names that changed meanwhile."""
    club = job.club
    assert club
    payload = {
        "id": str(job.pk),
        "event": job.asked["event"],
        "at": job.asked_at.isoformat(),
        "club": {"slug": club.slug, "name": club.name},
        "data": _with_names(job.asked["data"], f"{settings.BASE_URL}{club.get_absolute_url()}"),
    }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _with_names(data: dict[str, Any], club: str) -> dict[str, Any]:
    seats, ends = data.get("seats", []), [*data.get("from", []), *data.get("to", [])]
    players = Player.everybody.in_bulk({*(seat["player"] for seat in seats), *ends})
    names = {pk: player.label for pk, player in players.items()}
    named = dict(data)
    if seats:
        named["seats"] = [{**seat, "name": names.get(seat["player"], "")} for seat in seats]
    for end in ("from", "to") if "trophy" in data else ():
        named[end] = [{"player": pk, "name": names.get(pk, "")} for pk in data[end]]
    if "trophy" in data:
        named["address"] = f"{club}trophies/{data['trophy']}/"
    elif "match" in data:
        named["address"] = f"{settings.BASE_URL}/m/{data['match']}/"
    return named


# Nine tries in a day and a half: pauses of 30 s, 2 min, 8 min, half an hour, 2 h, 8 h, and twice half a day.
DELIVERY = Kind(
    "hook",
    gettext_lazy("Calling a webhook"),
    deliver,
    role=Role.ORGANISER,
    tries=9,
    pause=timedelta(seconds=30),
    growth=4,
    longest_pause=timedelta(hours=12),
    longest=timedelta(minutes=5),
    queue=Queue.NETWORK,
    listed=False,
)
