"""Members who can be reached by email, their settings, and the quiet hours."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower
from django.utils import timezone

from clubs.models import Club, Membership
from dogclub.models import EmailSettings
from dogclub.models.reminder import FIRST_HOUR, LAST_HOUR


@dataclass(frozen=True)
class Due:
    """A reminder that is due; `subject` is the key of what it is about."""

    membership: Membership
    kind: str
    subject: str


def settings_of(membership: Membership) -> EmailSettings:
    """Return the member's settings, or the defaults unsaved."""
    try:
        return membership.email_settings
    except EmailSettings.DoesNotExist:
        return EmailSettings(membership=membership)


def switch(membership: Membership, kind: str, *, on: bool) -> None:
    """Turn one kind of email on or off."""
    EmailSettings.objects.update_or_create(membership=membership, defaults={kind: on}, create_defaults={kind: on})


def reachable(club: Club, **only: Any) -> list[Membership]:
    """Return the members whose address is confirmed and not refused by the mail server; one query."""
    address = EmailAddress.objects.filter(
        user=OuterRef("user"), primary=True, verified=True, refusal=None, email=Lower(OuterRef("user__email"))
    )
    rows = Membership.objects.filter(Exists(address), club=club, user__is_active=True, **only)
    return list(rows.select_related("club", "user", "player", "email_settings").order_by("pk"))


def that_want(members: list[Membership], kind: str) -> list[Membership]:
    """Return the members who have turned this kind on."""
    return [member for member in members if getattr(settings_of(member), kind)]


def by_player(members: list[Membership]) -> dict[int, Membership]:
    """Return the members with an active player, by the player's key."""
    return {member.player.pk: member for member in members if member.player and member.player.is_active}


def is_quiet(now: datetime) -> bool:
    """Whether it is between 21:00 and 8:00 by the club's clock; reminders wait until then."""
    return not FIRST_HOUR <= timezone.localtime(now).hour <= LAST_HOUR


def at(day: date, hour: int) -> datetime:
    """Return this hour of the day by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(hour)))
