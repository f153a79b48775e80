"""A group of a play-off and its line: the ranking, the cut, and players who sit on the wrong side of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from clubs.models import Player
from leagues.models import CutPull
from leagues.playoffs.tables import Chair, Table
from scoring.competition.playoffs import Cut, letter


@dataclass(frozen=True)
class Group:
    """A group with its current cut; `pulls` are card pulls that count, `stale` those that no longer fit the totals."""

    table: Table
    cut: Cut
    pulls: Sequence[CutPull] = ()
    stale: Sequence[CutPull] = ()

    @property
    def letter(self) -> str:
        return letter(self.table.fixture.number)

    @cached_property
    def ranked(self) -> list[Chair]:
        """The players, best first; those level on the line are between those above and those below it.

        Players who go home before the finals keep their place; those who left during the group come last.
        """
        chairs = {chair.player.pk: chair for chair in self.table.chairs if chair.is_there}
        order = [chairs.pop(key) for key in self._staying]
        for home in sorted(chairs.values(), key=lambda chair: -chair.total):
            at = next((place for place, each in enumerate(order) if each.total < home.total), len(order))
            order.insert(at, home)
        return [*order, *(each for each in self.table.chairs if not each.is_there)]

    @property
    def _staying(self) -> list[int]:
        return [*self.cut.advance, *self.cut.level, *self.cut.out, *self.cut.stay]

    @property
    def line(self) -> int:
        """How many rows of `ranked` are above the line."""
        up = {*self._staying[: len(self.cut.advance) + self.cut.places]}
        return max((place for place, chair in enumerate(self.ranked, 1) if chair.player.pk in up), default=0)


@dataclass(frozen=True)
class Displaced:
    """Two players whom the cut, as it is now, would seat the other way round, although a final table has begun: `up`
    belongs at the winners’ table, `down` at the losers’. One of them may be None.
    """

    up: Player | None
    down: Player | None

    @property
    def up_key(self) -> str:
        """The key of `up` as text; "" for None."""
        return str(self.up.pk) if self.up else ""

    @property
    def down_key(self) -> str:
        """The key of `down` as text; "" for None."""
        return str(self.down.pk) if self.down else ""
