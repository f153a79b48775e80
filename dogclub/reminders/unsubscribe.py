"""Signed tokens of links that turn one kind of email off for one member, without signing in."""

from django.core.signing import BadSignature, Signer

from clubs.models import Membership
from dogclub.models import Reminder

SALT = "dogclub.reminders.off"


def off_token(membership: Membership, kind: Reminder.Kind) -> str:
    """Return the token."""
    return Signer(salt=SALT).sign(f"{membership.pk}-{kind}")


def read_off_token(token: str) -> tuple[Membership | None, Reminder.Kind] | None:
    """Return the membership, None if the member has left, and the kind of email. Return None for an invalid token."""
    try:
        pk, _, kind = Signer(salt=SALT).unsign(token).partition("-")
        known = Reminder.Kind(kind)
    except (BadSignature, ValueError):
        return None
    rows = Membership.objects.select_related("club", "user", "player", "email_settings")
    return rows.filter(pk=pk, club__deletes_at=None).first(), known
