"""Deletion of a club: it closes at once, an owner can restore it for a week, then it is erased.

The rows are erased by `games.ledger.erase`, which knows how entries can be deleted; `dogclub.erasure` calls it when it
is due.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.locks import lock_club
from clubs.models import Club, Role, User

WEEK = timedelta(days=7)


@transaction.atomic
def schedule_deletion(club: Club, by: User, address: str) -> Club:
    """Close a club to everybody, to be deleted in a week; no effect if it is closed. The owners get an email with
    the `address` of the page to restore it.
    """
    lock_club(club)
    club.refresh_from_db()
    if club.deletes_at is None:
        club.deletes_at = timezone.now() + WEEK
        club.save(update_fields=["deletes_at"])
        write_to(owners_of(club), "closed", club=club, by=by, address=address)
    return club


@transaction.atomic
def cancel_deletion(club: Club, by: User, address: str) -> bool:
    """Open a closed club again; False if it was not closed. The owners get an email."""
    lock_club(club)
    if not Club.objects.filter(pk=club.pk, deletes_at__isnull=False).exists():
        return False
    club.deletes_at = None
    club.save(update_fields=["deletes_at"])
    write_to(owners_of(club), "taken-back", club=club, by=by, address=address)
    return True


def due(now: datetime) -> QuerySet[Club]:
    """Return the clubs whose week is over."""
    return Club.objects.filter(deletes_at__lte=now).order_by("deletes_at")


def owners_of(club: Club) -> Sequence[str]:
    """Return the owners' email addresses."""
    owners = club.memberships.filter(role=Role.OWNER, user__is_active=True)
    return list(owners.order_by("pk").values_list("user__email", flat=True))


SUBJECTS = {
    "closed": gettext_lazy("Dog Club: your club will be deleted in a week"),
    "taken-back": gettext_lazy("Dog Club: your club has been restored"),
    "gone": gettext_lazy("Dog Club: your club is deleted"),
}


def write_to(addresses: Sequence[str], step: str, **about: object) -> None:
    """Send one email to each address, so that nobody sees the others'. The subject does not name the club. `step` is
    a key of SUBJECTS.
    """
    body = render_to_string(f"clubs/deletion/{step}.txt", about)
    for each in addresses:
        EmailMessage(str(SUBJECTS[step]), body, to=[each]).send()
