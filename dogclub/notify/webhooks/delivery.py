"""Webhooks: events enqueue a job for each webhook that wants them, and each job is one delivery."""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player, Role
from dogclub.jobs.asking import enqueue
from dogclub.jobs.work import Again, Impossible, Kind, Queue, Work, find
from dogclub.models import Chat, Job, Webhook
from dogclub.notify.webhooks.addresses import Refused
from games.consequences.follow import result_changed
from games.entries.match_state import MatchState
from games.ledger.lifetime import match_removed, match_taken_back
from games.models import Match, Seat
from leagues.models import Award, Trophy
from leagues.trophies.awards import about_to_pass

if TYPE_CHECKING:
    from dogclub.notify.webhooks.http_post import Answer

# The events that can be sent to a webhook.


FINISHED, CORRECTED, REOPENED = "match.finished", "match.corrected", "match.reopened"
MOVED = "trophy.moved"
TEST = "hook.test"

EVENTS = {
    FINISHED: gettext_lazy("A match is finished"),
    CORRECTED: gettext_lazy("The sheet of a finished match is corrected"),
    REOPENED: gettext_lazy("A finished match is reopened, and its result no longer counts"),
    MOVED: gettext_lazy("A trophy goes to somebody else"),
}


def connect() -> None:
    """Connect the receivers to their signals."""
    result_changed.connect(send_match_event, dispatch_uid="webhooks of results")
    match_removed.connect(send_removed, dispatch_uid="webhooks of removed matches")
    match_taken_back.connect(send_taken_back, dispatch_uid="webhooks of matches taken back")
    about_to_pass.connect(watch, dispatch_uid="webhooks of trophies")


def send_match_event(state: MatchState, *, was_over: bool, **_: Any) -> None:
    """Send the event of a changed result, after all its consequences are written. One query if no webhook wants it."""
    is_over = state.match.finished_at is not None
    event = CORRECTED if was_over and is_over else FINISHED if is_over else REOPENED
    if webhooks := subscribed_webhooks(state.match.club_id, event):
        _send(webhooks, event, match_data(state))


def send_removed(state: MatchState, **_: Any) -> None:
    """Send that the result of a removed match no longer counts, by an event that clients of version 1 know."""
    if state.match.finished_at and (webhooks := subscribed_webhooks(state.match.club_id, REOPENED)):
        _send(webhooks, REOPENED, _about(state.match))


def send_taken_back(state: MatchState, **_: Any) -> None:
    """Send that a removed match counts again."""
    if state.match.finished_at and (webhooks := subscribed_webhooks(state.match.club_id, FINISHED)):
        _send(webhooks, FINISHED, match_data(state))


def watch(club: int, trophies: Collection[int], **_: Any) -> Callable[[str], None] | None:
    """Return a function to call after the change: it sends an event for each of these trophies whose holders differ.
    None if no webhook wants it.
    """
    webhooks = subscribed_webhooks(club, MOVED) if trophies else []
    if not webhooks:
        return None
    before = holders(trophies)

    def send(why: str) -> None:
        after = holders(trophies)
        for trophy in Trophy.objects.filter(pk__in=trophies).order_by("pk"):
            had, has = before.get(trophy.pk, []), after.get(trophy.pk, [])
            if had != has:
                _send(
                    webhooks, MOVED, {"trophy": trophy.pk, "name": trophy.name, "from": had, "to": has, "because": why}
                )

    return send


def subscribed_webhooks(club_id: int, event: str) -> list[Webhook]:
    """Return the webhooks of a club that want an event and are not paused."""
    standing = Webhook.objects.filter(club=club_id, removed_at=None, paused_at=None).select_related("club")
    return [webhook for webhook in standing.order_by("created_at", "pk") if event in webhook.events]


def holders(trophies: Collection[int]) -> dict[int, list[int]]:
    """Return the present holders' keys of each trophy, several after a shared win."""
    live = Award.objects.filter(withdrawn_at__isnull=True)
    newest = live.filter(trophy=OuterRef("trophy")).order_by("-awarded_at", "-pk").values("awarded_at")[:1]
    by_trophy: dict[int, list[int]] = {}
    rows = live.filter(trophy__in=trophies, awarded_at=Subquery(newest)).order_by("player")
    for trophy, player in rows.values_list("trophy", "player").distinct():
        by_trophy.setdefault(trophy, []).append(player)
    return by_trophy


def match_data(state: MatchState) -> dict[str, Any]:
    """Return the match as the public list of matches shows it. A reopened match has no figures, as none counts."""
    match, about = state.match, _about(state.match)
    if match.finished_at is None:
        return about
    return {**about, "finished_at": match.finished_at.isoformat(), "rounds": match.rounds, "seats": _seats(state.seats)}


def _about(match: Match) -> dict[str, Any]:
    return {
        "match": str(match.pk),
        "version": match.version,
        "game": match.game,
        "table": match.table,
        "night": match.night_id,
        "season": match.season_id,
        "started_at": match.started_at.isoformat(),
    }


def _seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return the seats without names: names are added when it is sent, so that no job row has that of a player who
    has left.
    """
    return [
        {
            "seat": seat.position,
            "player": seat.player_id,
            "total": seat.total,
            "place": seat.place,
            "winner": seat.is_winner,
            "loser": seat.is_loser,
        }
        for seat in seats
    ]


def _send(webhooks: Sequence[Webhook], event: str, data: dict[str, Any]) -> None:
    for webhook in webhooks:
        enqueue("hook", webhook.club, asked={"hook": str(webhook.pk), "event": event, "data": data})


# One delivery: the body with present names, the signature, and the meaning of the response.


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
