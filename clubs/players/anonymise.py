"""Whoever leaves may take their name along: a “former member” stays behind, and every result."""

from collections.abc import Sequence
from itertools import count

from django.db import transaction
from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone

from clubs.locks import wait_for
from clubs.member_photos.keeping import remove_photo
from clubs.models import Club, Colour, FormerName, Invitation, Membership, Player
from clubs.players import free_text, guests
from clubs.players.free_text import Mention

name_taken_out = Signal()  # club, names, players (the rows that bore them): in the transaction in which the name goes
CALLED = "Former member"


class SignsIn(Exception):
    """Only they themselves may remove the name."""


@transaction.atomic
def take_the_name_out(player: Player, texts: Sequence[Mention] = ()) -> Player:
    """This cannot be undone: the names, former ones too, are gone from the players and from these texts of the club.

    Files of jobs and imports that may hold them go as well, and the bytes of all that (`name_taken_out`). Raises
    SignsIn, or CannotStand where one of the texts cannot be written so.
    """
    wait_for(player.club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if player.is_former:
        return player
    if Membership.objects.filter(player=player).exists():
        raise SignsIn
    names = names_in(player)
    free_text.rewrite(player.club, texts)
    Invitation.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
    player.former = _number(player.club)
    rows, was_guest = [player, *_merged(player)], player.is_guest
    FormerName.objects.filter(player__in=rows).delete()
    for row in rows:
        remove_photo(row)
        _blank(row, player.former)
    if was_guest:
        guests.note_guest_change(player.club)
    name_taken_out.send(Player, club=player.club, names=names, players=rows)
    return player


def names_in(player: Player) -> set[str]:
    """Everything the player was called, under any of the rows that became this one."""
    return free_text.names_of([player, *_merged(player)])


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
