"""Look-up of a player by a name typed at the table; an unknown name becomes a guest."""

from django.db import IntegrityError, transaction

from clubs.models import Club, Player
from clubs.names import is_printable
from clubs.players.forms import PlayerForm
from games.base.table_game import Unreadable


def named(club: Club, name: str) -> Player:
    """Return the club's player of this name, or create a guest. Raises Unreadable if it is no valid name."""
    known = known_by(club, name)
    if known:
        return known
    form = PlayerForm({"name": name, "is_guest": "on"}, player=Player(club=club))
    if not form.is_valid():
        raise Unreadable(" ".join(map(str, form.errors["name"])), "guest")
    return _written(club, form, name)


def known_by(club: Club, name: str) -> Player | None:
    """Return the club's player with exactly this name (in any case) and no nickname, or None."""
    return club.players.filter(name__iexact=name, nickname="", former=None).first() if is_printable(name) else None


def _written(club: Club, form: PlayerForm, name: str) -> Player:
    """Save the guest, or return the row that another tablet saved at the same moment."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        return club.players.get(name__iexact=name, nickname="")
