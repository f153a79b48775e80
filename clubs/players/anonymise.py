"""Whoever leaves may take their name along: a “former member” stays behind, and every result."""

from itertools import count

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs.locks import wait_for
from clubs.models import Club, Colour, FormerName, Invitation, Membership, Player

CALLED = "Former member"


class SignsIn(Exception):
    """Only they themselves may take the name out of the book."""


@transaction.atomic
def take_the_name_out(player: Player) -> Player:
    """No way back: the names are gone from the book, also those of before. Raises SignsIn."""
    wait_for(player.club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if player.is_former:
        return player
    if Membership.objects.filter(player=player).exists():
        raise SignsIn
    FormerName.objects.filter(player=player).delete()
    Invitation.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
    player.former = _number(player.club)
    for row in [player, *_merged(player)]:
        _blank(row, player.former)
    return player


def _blank(row: Player, number: int) -> None:
    row.name, row.nickname, row.initials, row.colour = f"{CALLED} {number}", "", "", Colour.NONE
    row.former, row.is_active, row.is_guest = number, False, False
    row.save()


def _merged(player: Player) -> list[Player]:
    """Those who were merged into this one, and into them."""
    merged: list[Player] = []
    for row in Player.everybody.filter(merged_into=player):
        merged += [row, *_merged(row)]
    return merged


def _number(club: Club) -> int:
    """The next one, past any player who is really called that."""
    last = Player.everybody.filter(club=club).aggregate(last=Max("former"))["last"] or 0
    taken = {name.casefold() for name in club.players.values_list("name", flat=True)}
    return next(number for number in count(last + 1) if f"{CALLED} {number}".casefold() not in taken)
