"""Founding and joining a club, changing what one may do there, and leaving. A club always keeps an owner."""

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext_lazy

from clubs.api_keys.keys import made_by
from clubs.locks import wait_for
from clubs.member_photos.keeping import remove_photo, settle_photo
from clubs.models import AllTime, Club, Invitation, Membership, Player, Role, User
from clubs.security.events import report_event

parted = Signal()  # club, user: in the transaction in which somebody leaves

MOST_OWNED = 20  # clubs of one person: more than anybody plays in, and few enough that a script fills no disk
LAST_OWNER = gettext_lazy("A club needs an owner: make another member owner first.")


TOO_MANY = gettext_lazy("You own {most} clubs already. Hand one over or delete one, then start another.")


class LastOwner(Exception):
    """Somebody must hold the keys."""


class OwnsEnough(Exception):
    """One person owns at most `MOST_OWNED` clubs."""


class Closed(Exception):
    """The invitation was used up, ran out or was taken back."""


@transaction.atomic
def create_club(name: str, user: User) -> Club:
    """A new club with its first owner, who plays too. Raises OwnsEnough."""
    list(User.objects.select_for_update().filter(pk=user.pk))  # one club after the other
    if user.memberships.filter(role=Role.OWNER).count() >= MOST_OWNED:
        raise OwnsEnough
    club = Club.objects.create(name=name, slug=new_slug(name), all_time=AllTime.PLACES)
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
    report_event("joined", subject=user, detail=Role(membership.role).name.lower())
    return membership


@transaction.atomic
def change_role(membership: Membership, role: Role, *, keep_keys: bool = False) -> None:
    """Somebody who makes no keys for the club any more takes along those they made, unless they are to be kept.

    Raises LastOwner.
    """
    if role < Role.OWNER:
        _require_another_owner(membership)
    is_changed, membership.role = membership.role != role, role
    before = Player.objects.filter(membership=membership).first()
    membership.save(update_fields=["role", "player"])
    if before and before != membership.player:
        settle_photo(before)
    if role < Role.ORGANISER and not keep_keys:
        _revoke_keys(membership)
    if is_changed:
        report_event("role-changed", subject=membership.user, detail=role.name.lower())


@transaction.atomic
def part(membership: Membership, *, keep_keys: bool = False) -> None:
    """Out of the club; the player and the results stay, the photo goes, and the club's keys they made are kept only
    where they are to be.

    Raises LastOwner.
    """
    _require_another_owner(membership)
    if not keep_keys:
        _revoke_keys(membership)
    if membership.player:
        remove_photo(membership.player)
    membership.delete()
    parted.send(Membership, club=membership.club, user=membership.user)
    report_event("parted", subject=membership.user)


def _revoke_keys(membership: Membership) -> None:
    """Whoever made a key may have a copy of it."""
    made_by(membership.user, membership.club).update(revoked_at=timezone.now())


@transaction.atomic
def hand_over(club: Club, owner: Membership, heir: Membership) -> None:
    """The club has a new owner; the old one goes on as organiser."""
    change_role(heir, Role.OWNER)
    change_role(owner, Role.ORGANISER)
    report_event("handed-over", subject=heir.user)


def _require_another_owner(membership: Membership) -> None:
    """A club that is about to be deleted needs none."""
    if wait_for(membership.club).deletes_at:
        return
    owners = Membership.objects.filter(club=membership.club, role=Role.OWNER)
    if set(owners) == {membership}:
        raise LastOwner


def new_slug(name: str) -> str:
    """From the name; with a tail of its own when another club has it, or when no letter of it can stand in a link."""
    stem = slugify(name)[:50].strip("-")
    if stem and not Club.objects.filter(slug=stem).exists():
        return stem
    tail = get_random_string(6, "abcdefghjkmnpqrstuvwxyz23456789")
    return f"{stem or 'club'}-{tail}"
