"""Anonymising of players: the name is replaced by “Former member” and a number, and the results stay."""

from collections.abc import Sequence
from itertools import count

from django.db import transaction
from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone

from clubs.locks import lock_club
from clubs.member_photos.keeping import remove_photo
from clubs.models import Club, Colour, FormerName, Invitation, Membership, Player
from clubs.players import free_text, guests
from clubs.players.free_text import Mention

# Sent with club, names and players (the rows with these names) in the transaction that removes the names.
player_anonymised = Signal()
CALLED = "Former member"


class SignsIn(Exception):
    """Raised if the player has an account: only its person may remove the name."""


@transaction.atomic
def anonymise_player(player: Player, texts: Sequence[Mention] = ()) -> Player:
    """Remove a player's names, former ones included, from the players and from these texts of the club. This cannot be
    undone.

    Files of jobs and imports that may contain the names are deleted as well, and the bytes of all that are overwritten
    (`player_anonymised`). Raise SignsIn, or CannotStand if one of the texts cannot be saved.
    """
    lock_club(player.club)
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
    player_anonymised.send(Player, club=player.club, names=names, players=rows)
    return player


def names_in(player: Player) -> set[str]:
    """Return all names of the player and of the players merged into it, former ones included."""
    return free_text.names_of([player, *_merged(player)])


def _blank(row: Player, number: int) -> None:
    row.name, row.nickname, row.initials, row.colour = f"{CALLED} {number}", "", "", Colour.NONE
    row.former, row.is_active, row.is_guest = number, False, False
    row.save()


def _merged(player: Player) -> list[Player]:
    """Return the players merged into this one, and into those."""
    merged: list[Player] = []
    for row in Player.everybody.filter(merged_into=player):
        merged += [row, *_merged(row)]
    return merged


def _number(club: Club) -> int:
    """Return the next number of former members, skipping names that a real player has."""
    last = Player.everybody.filter(club=club).aggregate(last=Max("former"))["last"] or 0
    taken = {name.casefold() for name in club.players.values_list("name", flat=True)}
    return next(number for number in count(last + 1) if f"{CALLED} {number}".casefold() not in taken)
