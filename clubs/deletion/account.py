"""Deletion of an account: personal data are deleted; played matches stay, with the player's name or without.

Entries are never deleted, so the row of an account with entries is emptied instead of deleted.
"""

from collections.abc import Sequence
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.db.models import ProtectedError, RestrictedError
from django.dispatch import Signal
from django.utils.translation import gettext as _

from clubs.accounts.sessions import sessions_of
from clubs.locks import lock_club
from clubs.members.membership import leave_club
from clubs.models import ApiKey, Club, Membership, Role, User
from clubs.players import free_text
from clubs.players.anonymise import anonymise_player, names_in

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
    rows = user.memberships.select_related("club").filter(club__deletes_at=None).order_by("club__name")
    return [row.club for row in rows if row.club.is_demo or _is_last_owner(row)]


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
            anonymise_player(row.player, free_text.unseen(row.club, names_in(row.player)))
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
