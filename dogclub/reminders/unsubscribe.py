"""The link that turns one kind of email off for one member, without signing in."""

from django.core.signing import BadSignature, Signer

from clubs.models import Membership
from dogclub.models import Reminder

SALT = "dogclub.reminders.off"


def off_token(membership: Membership, kind: Reminder.Kind) -> str:
    return Signer(salt=SALT).sign(f"{membership.pk}-{kind}")


def read_off_token(token: str) -> tuple[Membership | None, Reminder.Kind] | None:
    """Whose, and which; no member where they have left; nothing for a link that was never made here."""
    try:
        pk, _, kind = Signer(salt=SALT).unsign(token).partition("-")
        known = Reminder.Kind(kind)
    except (BadSignature, ValueError):
        return None
    rows = Membership.objects.select_related("club", "user", "player", "email_settings")
    return rows.filter(pk=pk, club__deletes_at=None).first(), known
