"""Deletion of an account, and of a club that can be restored for a week."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import ProtectedError, QuerySet, RestrictedError
from django.dispatch import Signal
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.accounts.sessions import sessions_of
from clubs.language.choice import language_of
from clubs.members.membership import leave_club
from clubs.models import ApiKey, Club, Membership, Role, User
from clubs.players import anonymise
from clubs.players.anonymise import anonymise_player, names_in
from clubs.players.search import name_key
from clubs.queries import lock_club

# Deletion of an account: personal data are deleted; played matches stay, with the player's name or without.
# Entries are never deleted, so the row of an account with entries is emptied instead of deleted.


account_deleted = Signal()  # sent with `words`, the account's name and address, in the transaction that deletes it
NOBODY = "Somebody who has left"


class DeletionBlocked(Exception):
    """Raised if the account is the last owner of `clubs`, or belongs to a demo club."""

    def __init__(self, clubs: Sequence[Club]) -> None:
        super().__init__(_("A club needs an owner."))
        self.clubs = clubs


def blocking_clubs(user: User) -> list[Club]:
    """Return the clubs that would have no owner without this account, and demo clubs, whose accounts are deleted
    with them.
    """
    rows = user.memberships.select_related("club").filter(club__deletes_at=None)
    by_club = sorted(rows, key=lambda row: name_key(row.club.name))
    return [row.club for row in by_club if row.club.is_demo or _is_last_owner(row)]


def _is_last_owner(row: Membership) -> bool:
    others = Membership.objects.filter(club=row.club_id, role=Role.OWNER).exclude(pk=row.pk)
    return row.role == Role.OWNER and not others.exists()


@transaction.atomic
def delete_account(user: User, *, with_names: bool) -> None:
    """Delete an account. With `with_names` its players become former members and their names are removed from notes as
    well, else they keep their names.

    Raise DeletionBlocked, and nothing is changed.
    """
    memberships = list(user.memberships.select_related("club", "player", "user").order_by("club"))
    for row in memberships:
        lock_club(row.club)
    if clubs := blocking_clubs(user):
        raise DeletionBlocked(clubs)
    for row in memberships:
        leave_club(row)
        if with_names and row.player:
            anonymise_player(row.player, anonymise.unseen(row.club, names_in(row.player)))
    words = [user.email, *([user.name] if with_names and user.name else [])]
    _forget(user)
    account_deleted.send(User, words=words)


def _forget(user: User) -> None:
    sessions_of(user).delete()
    UserSession.objects.filter(user=user).delete()
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(username__iexact=user.email).delete()
    ApiKey.objects.filter(user=user).delete()
    try:
        user.delete()
    except (ProtectedError, RestrictedError):
        _empty(user)


def _empty(user: User) -> None:
    """Remove all personal data from the row, so that only its key is left on entries. allauth's rows, which are
    usually deleted with an account, are deleted here.
    """
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.name, user.email, user.last_login = NOBODY, f"deleted-{uuid4().hex}@deleted.invalid", None
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


# Deletion of a club: it closes at once, an owner can restore it for a week, then it is erased.
# The rows are erased by `games.ledger.erase`, which knows how entries can be deleted; `dogclub.privacy.erasure` calls
# it when it is due.


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
        write_to(owners_of(club), "closed", club, by=by, address=address)
    return club


@transaction.atomic
def cancel_deletion(club: Club, by: User, address: str) -> bool:
    """Open a closed club again; False if it was not closed. The owners get an email."""
    lock_club(club)
    if not Club.objects.filter(pk=club.pk, deletes_at__isnull=False).exists():
        return False
    club.deletes_at = None
    club.save(update_fields=["deletes_at"])
    write_to(owners_of(club), "taken-back", club, by=by, address=address)
    return True


def due(now: datetime) -> QuerySet[Club]:
    """Return the clubs whose week is over."""
    return Club.objects.filter(deletes_at__lte=now).order_by("deletes_at")


def owners_of(club: Club) -> Sequence[User]:
    """Return the owners' accounts."""
    rows = club.memberships.filter(role=Role.OWNER, user__is_active=True).select_related("user")
    return [row.user for row in rows.order_by("pk")]


SUBJECTS = {
    "closed": gettext_lazy("Dog Club: your club will be deleted in a week"),
    "taken-back": gettext_lazy("Dog Club: your club has been restored"),
    "gone": gettext_lazy("Dog Club: your club is deleted"),
}


def write_to(owners: Sequence[User], step: str, club: Club, **about: object) -> None:
    """Send one email to each owner, in their language, so that nobody sees the others' addresses. The subject does not
    name the club. `step` is a key of SUBJECTS.
    """
    for owner in owners:
        with language_of(owner, club):
            body = render_to_string(f"clubs/deletion/{step}.txt", {"club": club, **about})
            EmailMessage(str(SUBJECTS[step]), body, to=[owner.email]).send()
