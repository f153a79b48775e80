"""Substitutes of a match: who played which lines of a seat. Read-only; the ledger writes.

A match without substitutes costs no query here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from clubs.models import Player
from games.models import Seat, Substitution


class Chair(Protocol):
    """The attributes of a `Seat` row that say whether somebody else played some of its lines."""

    @property
    def position(self) -> int: ...

    @property
    def player_id(self) -> int: ...

    @property
    def has_substitute(self) -> bool | None: ...


@dataclass(frozen=True)
class Substitutes:
    """The substitutions of a match that stand, in the order in which they were written."""

    rows: Sequence[Substitution] = ()

    def at(self, position: int) -> list[Substitution]:
        """Those of one seat."""
        return [row for row in self.rows if row.position == position]

    def player_of(self, position: int, number: int) -> Player | None:
        """Who played a line of a seat; None where the seat has had no substitute."""
        mine = self.at(position)
        begun = [row for row in mine if row.number <= number]
        if begun:
            return unmerged(begun[-1].player)
        return unmerged(mine[0].instead_of) if mine else None

    def owner_of(self, position: int) -> Player | None:
        """Whose result it is, where the seat has had a substitute."""
        mine = self.at(position)
        taken = [row.player for row in mine if row.takes_result]
        return unmerged([mine[0].instead_of, *taken][-1]) if mine else None

    def playing(self, seat: Seat) -> Player:
        """Who plays a seat now."""
        mine = self.at(seat.position)
        return unmerged(mine[-1].player) if mine else seat.player

    def other_player(self, chair: Chair, number: int) -> int | None:
        """The key of who played a line, where that is not the seat's player: `Tally.player`."""
        player = self.player_of(chair.position, number) if chair.has_substitute else None
        return None if player is None or player.pk == chair.player_id else player.pk


def unmerged(player: Player) -> Player:
    """The player, or who that was merged into: rows keep the old key."""
    while player.merged_into:
        player = player.merged_into
    return player


def substitutes_of(match: UUID, seats: Sequence[Chair]) -> Substitutes:
    """The substitutes of a match: one query, none where no seat has had one."""
    return standing(match) if any(seat.has_substitute for seat in seats) else Substitutes()


def standing(match: UUID) -> Substitutes:
    """The substitutions of a match that stand; one query."""
    rows = Substitution.objects.filter(match=match, withdrawn_at=None)
    return Substitutes(list(rows.select_related("player__merged_into", "instead_of__merged_into")))
