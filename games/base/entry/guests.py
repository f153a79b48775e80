"""A name somebody typed at the table: a player of the club, or a guest who becomes one."""

from django.db import IntegrityError, transaction

from clubs.models import Club, Player
from clubs.names import is_printable
from clubs.players.forms import PlayerForm
from games.base.table_game import Unreadable


def named(club: Club, name: str) -> Player:
    """Whoever the club knows by this name, else a new guest; Unreadable where it is no name."""
    known = known_by(club, name)
    if known:
        return known
    form = PlayerForm({"name": name, "is_guest": "on"}, player=Player(club=club))
    if not form.is_valid():
        raise Unreadable(" ".join(map(str, form.errors["name"])), "guest")
    return _written(club, form, name)


def known_by(club: Club, name: str) -> Player | None:
    """The player of the club with exactly this name."""
    return club.players.filter(name__iexact=name, nickname="", former=None).first() if is_printable(name) else None


def _written(club: Club, form: PlayerForm, name: str) -> Player:
    """Two taps, or two tablets, may bring the same guest at once: one of them writes, both find the player."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        return club.players.get(name__iexact=name, nickname="")
