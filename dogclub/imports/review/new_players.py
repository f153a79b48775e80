"""The players of an import when it is written: existing ones of the club, and new ones it creates."""

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import tidy_name
from dogclub.imports.review.name_matching import Register, normalised
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch


class Newcomers:
    """Looks up or creates players, in the writing transaction: players may have been merged or deleted since the
    answers. `made` are the keys of the created ones.
    """

    def __init__(self, row: ImportBatch) -> None:
        self._club = row.club
        self._register = Register(row.club)
        self._names = {normalised(name): name for name in reversed(row.found["names"])}
        self._known: dict[int | str, int] = {}
        self.made: list[int] = []

    def key(self, sitter: int | str) -> int:
        """Return the player's key for a key or for the normalised name of a new member. Raise Impossible."""
        if sitter not in self._known:
            self._known[sitter] = self._now(sitter) if isinstance(sitter, int) else self._new(sitter)
        return self._known[sitter]

    def _now(self, key: int) -> int:
        """Return the player's key, or that of the player it was merged into. Raise Impossible if it was deleted."""
        player = Player.everybody.filter(pk=key, club=self._club).first()
        while player and player.merged_into_id:
            player = Player.everybody.get(pk=player.merged_into_id)
        if player is None:
            raise Impossible(_("Somebody this file was matched to is no longer in the club. Choose the file again."))
        return player.pk

    def _new(self, spelling: str) -> int:
        """Return the key of the player with this name, created unless one of exactly this name has joined meanwhile."""
        name = tidy_name(self._names[spelling])
        known = self._register.guess(name).player
        if known is not None:
            return known
        player = Player.objects.create(club=self._club, name=name)
        self.made.append(player.pk)
        return player.pk
