"""What a notification says: as the email about the same, where there is one."""

from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.answers import answers_of
from clubs.club_day import club_day
from clubs.language.locales import date_format
from clubs.models import Membership
from dogclub.notify.reminders.kinds import KINDS
from dogclub.notify.reminders.members import Due

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
