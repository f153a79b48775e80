"""One delivery: the body with present names, the signature, and the meaning of the response."""

import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player, Role
from dogclub.jobs.worker.kinds import Kind, Queue
from dogclub.jobs.worker.work import Impossible, Work
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.notify import TEST
from dogclub.notify.webhooks.sending import answered, failing, send
from dogclub.notify.webhooks.signature import headers

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
    answer = send(work, webhook, body, headers(webhook.secret, str(work.job.pk), moment, body), is_test=is_test)
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
