"""What is at stake tonight: who holds what, and at which table it is defended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Attendance
from clubs.models.player import Player
from games.base.results.titles import in_words, table_of
from games.entries.match_state import MatchState
from leagues.nights.attendance.tiles import AttendanceTiles
from leagues.nights.tables import seats_at_tables
from leagues.trophies.holders import Holder

HERE = Attendance.State.HERE
TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True)
class Stake:
    trophy: str
    player: Player
    words: str
    is_here: bool


@dataclass(frozen=True)
class Stakes:
    each: Sequence[Stake]

    @property
    def words(self) -> str:
        """`both holders are here`."""
        present, all_of_them = len({each.player.pk for each in self.each if each.is_here}), len(self.each)
        if not present:
            return "no holder is here"
        if all(each.is_here for each in self.each):
            return {1: "the holder is here", 2: "both holders are here"}.get(all_of_them, "all holders are here")
        return f"{in_words(present)} of {in_words(all_of_them)} holders {'is' if present == 1 else 'are'} here"


def stakes(books: Sequence[MatchState], people: AttendanceTiles, held: Sequence[Holder]) -> Stakes:
    """The trophies of tonight's games, or of every game while nothing is dealt yet."""
    games = {state.match.game for state in books}
    shown = [holder for holder in held if not games or not holder.trophy.game or holder.trophy.game in games]
    present = {tile.player.pk for tile in people.tiles if tile.state == HERE}
    tables = {
        key: table_of(match)
        for key, match in seats_at_tables([state for state in books if state.match.is_open]).items()
    }
    return Stakes([_stake(holder, present, tables) for holder in shown])


def _stake(holder: Holder, present: set[int], tables: Mapping[int, str]) -> Stake:
    is_here = holder.player.pk in present
    table = tables.get(holder.player.pk, "")
    return Stake(holder.trophy.name, holder.player, _words(holder, table, is_here=is_here), is_here)


def _words(holder: Holder, table: str, *, is_here: bool) -> str:
    if not is_here:
        return "not here tonight"
    where = f"{'at' if 'table' in table.casefold() else 'in'} {table}" if table else "here tonight"
    if holder.is_cone:
        return f"{where}, keen to be rid of it"
    if not holder.trophy.game:
        return where
    again = holder.defended
    often = f", {TIMES.get(again, f'{again} times')} kept already" if again else ""
    return f"defends it {where}{often}"
