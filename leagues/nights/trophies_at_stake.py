"""The trophies at stake tonight: who holds each, and at which table it is defended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Attendance
from clubs.models.player import Player
from games.base.results.titles import GROUP, in_words, table_of
from games.entries.match_state import MatchState
from leagues.nights.attendance.tiles import AttendanceTiles
from leagues.nights.tables import seats_at_tables
from leagues.trophies.holders import Holder

HERE = Attendance.State.HERE


@dataclass(frozen=True)
class Stake:
    """A trophy with one holder; `words` say where it is defended."""

    trophy: str
    player: Player
    words: str
    is_here: bool


@dataclass(frozen=True)
class Stakes:
    """All trophies at stake."""

    each: Sequence[Stake]

    @property
    def words(self) -> str:
        """`both holders are here`."""
        present, all_of_them = len({each.player.pk for each in self.each if each.is_here}), len(self.each)
        if not present:
            return _("no holder is here")
        if all(each.is_here for each in self.each):
            all_here = {1: _("the holder is here"), 2: _("both holders are here")}
            return all_here.get(all_of_them, _("all holders are here"))
        words = ngettext("one of {all} holders is here", "{number} of {all} holders are here", present)
        return words.format(number=in_words(present), all=in_words(all_of_them))


def stakes(states: Sequence[MatchState], people: AttendanceTiles, held: Sequence[Holder]) -> Stakes:
    """Return the trophies of tonight's games and of the whole club; before anything is dealt, those of every game."""
    games = {state.match.game for state in states}
    shown = [holder for holder in held if not games or not holder.trophy.game or holder.trophy.game in games]
    present = {tile.player.pk for tile in people.tiles if tile.state == HERE}
    tables = {
        key: table_of(match)
        for key, match in seats_at_tables([state for state in states if state.match.is_open]).items()
    }
    return Stakes([_stake(holder, present, tables) for holder in shown])


def _stake(holder: Holder, present: set[int], tables: Mapping[int, str]) -> Stake:
    is_here = holder.player.pk in present
    table = tables.get(holder.player.pk, "")
    return Stake(holder.trophy.name, holder.player, _words(holder, table, is_here=is_here), is_here)


def _words(holder: Holder, table: str, *, is_here: bool) -> str:
    if not is_here:
        return _("not here tonight")
    where = _("here tonight")
    if table:
        words = _("at {table}") if "table" in table.casefold() or not GROUP.fullmatch(table) else _("in {group}")
        where = words.format(table=table, group=table)
    if holder.is_cone:
        return _("{where}, keen to be rid of it").format(where=where)
    if not holder.trophy.game:
        return where
    again = holder.defended
    words = _("defends it {where}, {times} kept already") if again else _("defends it {where}")
    times = {1: _("once"), 2: _("twice")}.get(again, _("{count} times").format(count=again))
    return words.format(where=where, times=times)
