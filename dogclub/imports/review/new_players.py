"""Who sits where in the end: players of the club, and those the import brings."""

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import tidy_name
from dogclub.imports.review.name_matching import Register, spelt
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch


class Newcomers:
    """Inside the transaction that writes: an answer given before may be about somebody who was merged or deleted."""

    def __init__(self, row: ImportBatch) -> None:
        self._club = row.club
        self._register = Register(row.club)
        self._names = {spelt(name): name for name in reversed(row.found["names"])}
        self._known: dict[int | str, int] = {}
        self.made: list[int] = []

    def key(self, sitter: int | str) -> int:
        if sitter not in self._known:
            self._known[sitter] = self._now(sitter) if isinstance(sitter, int) else self._new(sitter)
        return self._known[sitter]

    def _now(self, key: int) -> int:
        """Whoever was merged since goes by the other row."""
        player = Player.everybody.filter(pk=key, club=self._club).first()
        while player and player.merged_into_id:
            player = Player.everybody.get(pk=player.merged_into_id)
        if player is None:
            raise Impossible(_("Somebody this file was matched to is no longer in the club. Choose the file again."))
        return player.pk

    def _new(self, spelling: str) -> int:
        """Somebody of exactly this name may have joined meanwhile."""
        name = tidy_name(self._names[spelling])
        known = self._register.guess(name).player
        if known is not None:
            return known
        player = Player.objects.create(club=self._club, name=name)
        self.made.append(player.pk)
        return player.pk
