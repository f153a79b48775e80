"""An address the mail server will not deliver to, and why; known until it is confirmed again."""

from allauth.account.models import EmailAddress
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Lower

from clubs.models import Membership
from dogclub.models import RefusedAddress
from dogclub.models.reminder import LONGEST_WHY

# Of a membership: what was said of the address reminders go to, None where it is not refused.
WHY_REFUSED = Subquery(
    RefusedAddress.objects.filter(
        address__user=OuterRef("user"), address__primary=True, address__email=Lower(OuterRef("user__email"))
    ).values("why")
)


def refuse(address: EmailAddress, why: str) -> None:
    """`why` are the server's words; whoever was refused before keeps the first."""
    readable = "".join(letter if letter.isprintable() else " " for letter in why)
    words = " ".join(readable.split())[:LONGEST_WHY]
    RefusedAddress.objects.get_or_create(address=address, defaults={"why": words})


def address_of(membership: Membership) -> EmailAddress | None:
    """The one reminders go to, with its refusal. One query."""
    rows = EmailAddress.objects.filter(user=membership.user, primary=True, email=membership.user.email.lower())
    return rows.select_related("refusal").first()
