"""Founding and joining a club, changing roles, and leaving. A club always has an owner."""

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext_lazy

from clubs.api_keys import made_by
from clubs.language.choice import club_choices
from clubs.member_photos import remove_photo, settle_photo
from clubs.models import AllTime, Club, Invitation, Membership, Player, Role, Scope, User
from clubs.queries import lock_club
from clubs.security import report_event

member_left = Signal()  # sent with club and user in the transaction in which a member leaves

MOST_OWNED = 20  # clubs of one person; a limit against scripts
LAST_OWNER = gettext_lazy("A club needs an owner: make another member owner first.")


TOO_MANY = gettext_lazy("You own {most} clubs already. Hand one over or delete one, then start another.")


class LastOwner(Exception):
    """Raised if the club would be left without an owner."""


class OwnsEnough(Exception):
    """Raised if a person would own more than `MOST_OWNED` clubs."""


class Closed(Exception):
    """Raised if the invitation is used up, expired or revoked."""


@transaction.atomic
def create_club(name: str, user: User) -> Club:
    """A new club with its first owner, who plays too, and whose language it has. Raises OwnsEnough."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))  # a lock, so that the count below holds
    if user.memberships.filter(role=Role.OWNER).count() >= MOST_OWNED:
        raise OwnsEnough
    language = user.language if user.language in dict(club_choices()) else ""
    club = Club.objects.create(name=name, slug=new_slug(name), all_time=AllTime.PLACES, language=language)
    player = Player.objects.create(club=club, name=user.name or user.email.partition("@")[0])
    Membership.objects.create(club=club, user=user, role=Role.OWNER, player=player)
    return club


@transaction.atomic
def join(invitation: Invitation, user: User) -> Membership:
    """Use the invitation once. The role of an existing member can only rise. Raise Closed."""
    lock_club(invitation.club)
    standing = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, revoked_at=None, expires_at__gt=timezone.now()
    )
    if not standing.update(uses_left=F("uses_left") - 1):
        raise Closed
    membership, _ = Membership.objects.get_or_create(club=invitation.club, user=user)
    membership.role = max(membership.role, invitation.role)
    if invitation.player and not membership.player:
        if Membership.objects.filter(player=invitation.player).exists():
            raise Closed
        membership.player = invitation.player
    membership.save()
    Invitation.objects.filter(pk=invitation.pk, uses_left=0).update(email="")
    report_event("joined", subject=user, detail=Role(membership.role).name.lower())
    return membership


@transaction.atomic
def change_role(membership: Membership, role: Role, *, keep_keys: bool = False) -> None:
    """Save a membership with another role and its player. If the member may not make keys for the club any more, the
    keys they made are revoked, unless `keep_keys`; those to the archive, if the member owns it no more.

    Raise LastOwner.
    """
    if role < Role.OWNER:
        _require_another_owner(membership)
    is_changed, membership.role = membership.role != role, role
    before = Player.objects.filter(membership=membership).first()
    membership.save(update_fields=["role", "player"])
    if before and before != membership.player:
        settle_photo(before)
    if role < Role.OWNER and not keep_keys:
        _revoke_keys(membership, **({"scope": Scope.ARCHIVE} if role == Role.ORGANISER else {}))
    if is_changed:
        report_event("role-changed", subject=membership.user, detail=role.name.lower())


@transaction.atomic
def leave_club(membership: Membership, *, keep_keys: bool = False) -> None:
    """Remove a member. The player and the results stay, the photo is deleted, and the club's keys they made are
    revoked, unless `keep_keys`.

    Raise LastOwner.
    """
    _require_another_owner(membership)
    if not keep_keys:
        _revoke_keys(membership)
    if membership.player:
        remove_photo(membership.player)
    membership.delete()
    member_left.send(Membership, club=membership.club, user=membership.user)
    report_event("parted", subject=membership.user)


def _revoke_keys(membership: Membership, **which: Scope) -> None:
    """Revoke the club's keys that this member made, who may have copies."""
    made_by(membership.user, membership.club).filter(**which).update(revoked_at=timezone.now())


@transaction.atomic
def hand_over(club: Club, owner: Membership, heir: Membership) -> None:
    """Make another member the owner; the previous owner becomes organiser."""
    change_role(heir, Role.OWNER)
    change_role(owner, Role.ORGANISER)
    report_event("handed-over", subject=heir.user)


def _require_another_owner(membership: Membership) -> None:
    """Raise LastOwner if this is the only owner, unless the club is about to be deleted."""
    if lock_club(membership.club).deletes_at:
        return
    owners = Membership.objects.filter(club=membership.club, role=Role.OWNER)
    if set(owners) == {membership}:
        raise LastOwner


def new_slug(name: str) -> str:
    """Return a slug from the name; with a random suffix if it is taken, or if no character of the name can be in a
    URL.
    """
    stem = slugify(name)[:50].strip("-")
    if stem and not Club.objects.filter(slug=stem).exists():
        return stem
    tail = get_random_string(6, "abcdefghjkmnpqrstuvwxyz23456789")
    return f"{stem or 'club'}-{tail}"
