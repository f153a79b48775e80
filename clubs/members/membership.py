"""Coming into a club, changing what one may do there, and leaving. A club always keeps an owner."""

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from clubs.locks import wait_for
from clubs.models import Club, Invitation, Membership, Player, Role, User
from clubs.slugs import new_slug

parted = Signal()  # club, user: in the transaction in which somebody leaves

LAST_OWNER = "Somebody must hold the keys: make another member owner first."


class LastOwner(Exception):
    """Somebody must hold the keys."""


class Closed(Exception):
    """The invitation was used up, ran out or was taken back."""


@transaction.atomic
def create_club(name: str, user: User) -> Club:
    """A new club with its first owner, who plays too."""
    club = Club.objects.create(name=name, slug=new_slug(name))
    player = Player.objects.create(club=club, name=user.name or user.email.partition("@")[0])
    Membership.objects.create(club=club, user=user, role=Role.OWNER, player=player)
    return club


@transaction.atomic
def join(invitation: Invitation, user: User) -> Membership:
    """Use the invitation once. Whoever is in the club already can only gain by it."""
    wait_for(invitation.club)
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
    return membership


@transaction.atomic
def change_role(membership: Membership, role: Role) -> None:
    if role < Role.OWNER:
        _require_another_owner(membership)
    membership.role = role
    membership.save(update_fields=["role", "player"])


@transaction.atomic
def part(membership: Membership) -> None:
    """Out of the club; the player and the results stay."""
    _require_another_owner(membership)
    membership.delete()
    parted.send(Membership, club=membership.club, user=membership.user)


@transaction.atomic
def hand_over(club: Club, owner: Membership, heir: Membership) -> None:
    """The club has a new owner; the old one goes on as organiser."""
    change_role(heir, Role.OWNER)
    change_role(owner, Role.ORGANISER)


def _require_another_owner(membership: Membership) -> None:
    wait_for(membership.club)
    owners = Membership.objects.filter(club=membership.club, role=Role.OWNER)
    if set(owners) == {membership}:
        raise LastOwner
