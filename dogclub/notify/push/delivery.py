"""Sending notifications: a job for each device and subject, once, outside the member's quiet hours."""

import json
import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.answers import answers_of, moved_up
from clubs.language.choice import language_of
from clubs.language.locales import date_format
from clubs.models import Club, Membership, Night, Role
from clubs.models.calendar import club_day, start_of
from clubs.time_zone import ways_of
from dogclub.jobs import Again, Impossible, Kind, Queue, Work
from dogclub.jobs.asking import enqueue, enqueue_unique
from dogclub.models import Job, PushDevice, PushSettings, Reminder
from dogclub.notify.push.devices import encrypted, proof
from dogclub.notify.reminders.email import Due
from dogclub.notify.reminders.kinds import KINDS
from dogclub.notify.webhooks.addresses import Refused
from dogclub.notify.webhooks.delivery import answered

# What a notification says: as the email about the same, where there is one.

SEAT, TEST = "seat", "test"


@dataclass(frozen=True)
class Message:
    """A notification; `path` is the page it opens."""

    title: str
    body: str
    path: str

    def payload(self) -> dict[str, str]:
        """Return what the service worker gets. One with the same tag takes the place of the earlier one."""
        icon = static("dogclub/icons/app-192.png")
        return {"title": self.title, "body": self.body, "url": self.path, "tag": self.path, "icon": icon}


def message_of(membership: Membership, kind: str, subject: str) -> Message | None:
    """Return the notification; None if it has become pointless."""
    if kind == TEST:
        return _test(membership)
    if kind == SEAT:
        return _seat(membership, subject)
    due = Due(membership, kind, subject)
    found = KINDS[kind].due(membership.club, [membership], timezone.now())
    if all(each.subject != subject for each in found):
        return None
    email = KINDS[kind].email(due)
    return Message(email.subject, email.before, str(email.context["link"]).removeprefix(settings.BASE_URL))


def _test(membership: Membership) -> Message:
    title = _("A test from {club}").format(club=membership.club.name)
    return Message(title, _("This is how it will look."), reverse("phone", args=[membership.club.slug]))


def _seat(membership: Membership, subject: str) -> Message | None:
    night = membership.club.nights.filter(
        pk=subject.partition("-")[0], starts_at__gt=timezone.now(), called_off_at=None
    ).first()
    if night is None or not any(row.player_id == membership.player_id for row in answers_of(night).coming):
        return None
    title = _("You have a place on {day}").format(day=date_format(club_day(night.starts_at), "l j F"))
    path = reverse("night-answers", args=[membership.club.slug, night.pk])
    return Message(title, _("A place came free, and you were next on the waiting list."), path)


logger = logging.getLogger(__name__)
# The kinds that are looked for; a place that came free is an event.
LOOKED_FOR = (Reminder.Kind.NIGHT, Reminder.Kind.CONFIRMATION, Reminder.Kind.TROPHY)
A_DAY = timedelta(days=1)
STORED = timedelta(hours=12)  # how long the service keeps it for a phone that is off
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def connect() -> None:
    """Connect the receiver of places that come free."""
    moved_up.connect(notify_moved_up, dispatch_uid="notifications of places")


def deliver(work: Work) -> None:
    """Send the notification of a job to its device. A device that the service no longer knows is forgotten."""
    device = PushDevice.objects.filter(pk=work.asked["device"]).first()
    rows = Membership.objects.select_related("club", "user", "player", "push_settings")
    member = rows.filter(pk=work.asked["membership"], club__deletes_at=None).first()
    if device is None or member is None or member.user_id != device.user_id:
        return
    authorization = proof(device.endpoint, device.server_key, timezone.now().timestamp())
    if authorization is None:
        device.delete()
        return
    with language_of(member.user, member.club):
        message = message_of(member, work.asked["kind"], work.asked["subject"])
    if message is None:
        return
    body = encrypted(json.dumps(message.payload(), ensure_ascii=False).encode(), device.p256dh, device.auth)
    _send(work, device, body, authorization)


def _send(work: Work, device: PushDevice, body: bytes, authorization: str) -> None:
    from dogclub.notify.webhooks.http_post import Unanswered, post

    headers = {
        "Authorization": authorization,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(STORED.total_seconds())),
        "Urgency": "normal",
    }
    work.wait_outside()
    try:
        answer = post(device.endpoint, body, headers)
    except Refused as reason:
        raise Impossible(str(reason)) from reason
    except Unanswered as reason:
        raise Again(str(reason)) from reason
    if answer.status in GONE:
        device.delete()
    elif not answer.is_good:
        is_passing = answer.status == HTTPStatus.TOO_MANY_REQUESTS or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        raise (Again if is_passing else Impossible)(answered(answer))


PUSH = Kind(
    "push",
    "Sending a notification",
    deliver,
    role=Role.OWNER,
    tries=6,
    pause=timedelta(seconds=30),
    growth=4,
    longest=timedelta(minutes=5),
    queue=Queue.NETWORK,
    listed=False,
)


def enqueue_due(now: datetime | None = None) -> int:
    """Enqueue what is due for all members with a device; return the number."""
    now = now or timezone.now()
    wanting = PushSettings.objects.filter(membership__user__push_devices__isnull=False)
    # By their keys, or PostgreSQL may read all clubs in order and look each up.
    keys = {*wanting.values_list("membership__club", flat=True)}
    clubs = Club.objects.filter(pk__in=keys, deletes_at=None, is_demo=False)
    return sum(_enqueued(club, now) for club in sorted(clubs, key=lambda club: club.pk))


def _enqueued(club: Club, now: datetime) -> int:
    try:
        with ways_of(club):
            return sum(_ask(each) for each in _due(club, now))
    except Exception:
        logger.exception("The notifications of club %s could not be enqueued; it is tried again.", club.pk)
        return 0


def _due(club: Club, now: datetime) -> Iterator[Due]:
    is_night = is_club_night(club, now)
    members = [member for member in members_with_device(club) if is_night or not quiet_until(member.push_settings, now)]
    for kind in LOOKED_FOR:
        wanting = [member for member in members if getattr(member.push_settings, kind)]
        yield from KINDS[kind].due(club, wanting, now) if wanting else ()


def members_with_device(club: Club, **only: Any) -> list[Any]:
    """Return the members who have chosen something, with it as `push_settings`, and a device."""
    rows = Membership.objects.filter(
        club=club, push_settings__isnull=False, user__is_active=True, user__push_devices__isnull=False, **only
    )
    return list(rows.select_related("club", "user", "player", "push_settings").order_by("pk").distinct())


def _ask(due: Due, due_at: datetime | None = None) -> int:
    """Enqueue a job for each device, unless there was one: its id is made of device, kind and subject."""
    asked = {"membership": due.membership.pk, "kind": due.kind, "subject": due.subject}
    made = 0
    for device in PushDevice.objects.filter(user=due.membership.user_id):
        pk = uuid5(NAMESPACE_OID, f"push-{device.pk}-{due.membership.pk}-{due.kind}-{due.subject}")
        made += enqueue_unique(pk, "push", due.membership.club, {"device": device.pk, **asked}, due_at)
    return made


def notify_moved_up(night: Night, players: Collection[int], **_: Any) -> None:
    """Enqueue the notification that a place came free, after the quiet hours of each member."""
    now = timezone.now()
    if night.club.is_demo:
        return
    for member in members_with_device(night.club, push_settings__seat=True, player__in=players):
        with ways_of(night.club):
            quiet = None if is_club_night(night.club, now) else quiet_until(member.push_settings, now)
            _ask(Due(member, SEAT, f"{night.pk}-{now:%Y%m%d%H%M%S}"), quiet)


def is_club_night(club: Club, now: datetime) -> bool:
    """Whether the club plays on this day: then nobody's quiet hours apply until 05:00, when the day ends."""
    begins = start_of(club_day(now))
    return club.nights.filter(starts_at__gte=begins, starts_at__lt=begins + A_DAY, called_off_at=None).exists()


def quiet_until(chosen: PushSettings, now: datetime) -> datetime | None:
    """Return when the quiet hours in which this moment lies end, by the club's clock; None outside of them."""
    local = timezone.localtime(now)
    hours = (chosen.quiet_until - chosen.quiet_from) % 24
    passed = (local.hour - chosen.quiet_from) % 24
    if passed >= hours:
        return None
    return local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=hours - passed)


def send_test(device: PushDevice, membership: Membership) -> Job:
    """Enqueue a notification of no meaning to one device."""
    asked = {"device": device.pk, "membership": membership.pk, "kind": TEST, "subject": ""}
    return enqueue("push", membership.club, asked=asked)
