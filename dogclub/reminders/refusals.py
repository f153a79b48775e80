"""Addresses to which the mail server refuses to deliver, with the reason, until they are confirmed again."""

from allauth.account.models import EmailAddress
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Lower

from clubs.models import Membership
from dogclub.models import RefusedAddress
from dogclub.models.reminder import LONGEST_WHY

# Annotation of a membership: why its address is refused, None if it is not.
WHY_REFUSED = Subquery(
    RefusedAddress.objects.filter(
        address__user=OuterRef("user"), address__primary=True, address__email=Lower(OuterRef("user__email"))
    ).values("why")
)


def refuse(address: EmailAddress, why: str) -> None:
    """Mark an address as refused. `why` is the server's text; an earlier reason is kept."""
    readable = "".join(letter if letter.isprintable() else " " for letter in why)
    words = " ".join(readable.split())[:LONGEST_WHY]
    RefusedAddress.objects.get_or_create(address=address, defaults={"why": words})


def address_of(membership: Membership) -> EmailAddress | None:
    """Return the address for a member's reminders, with its refusal, or None. One query."""
    rows = EmailAddress.objects.filter(user=membership.user, primary=True, email=membership.user.email.lower())
    return rows.select_related("refusal").first()
