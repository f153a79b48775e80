"""How a play-off stands, worked out from its sheets in five queries: groups, cut, final tables, who holds what.

Nothing of it is stored, so that a correction anywhere shows everywhere. `sheets` are read instead of what stands, for
"what would it change".
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from uuid import UUID

from django.db.models import Q

from clubs.models import Player
from games.entries.match_state import load_many
from games.models import Match
from leagues.models import CutPull, Fixture, Playoff, PlayoffLeaver, Reseat
from leagues.playoffs.groups import Displaced, Group
from leagues.playoffs.tables import Table, table_of
from scoring.base import Illegal, Sheet
from scoring.cards import rank_of
from scoring.competition.playoffs import Cut, Held, cut, held

# A final table that was put away without a result is dealt once more.
DEALT = Q(match__isnull=False) & (Q(stage=Fixture.Stage.GROUP) | Q(match__abandoned_at=None))


@dataclass(frozen=True)
class State:
    """A whole evening."""

    playoff: Playoff
    groups: Sequence[Group]
    winners: Table | None
    losers: Table | None
    reseats: Sequence[Reseat] = ()
    leavers: Sequence[PlayoffLeaver] = ()

    @property
    def gone(self) -> set[int]:
        """Who went home before the final tables."""
        return {each.player_id for each in self.leavers}

    @property
    def out(self) -> list[int]:
        """Who sits out the finals, between those who go up and those who play off (DD-47)."""
        return [key for group in self.groups for key in group.cut.out]

    @cached_property
    def players(self) -> dict[int, Player]:
        """Everybody who sits anywhere tonight."""
        tables = [group.table for group in self.groups] + [each for each in (self.winners, self.losers) if each]
        return {chair.player.pk: chair.player for table in tables for chair in table.chairs}

    @property
    def groups_over(self) -> bool:
        return bool(self.groups) and all(group.table.is_over for group in self.groups)

    @property
    def is_uneven(self) -> bool:
        """The groups are over, but not after the same number of hands (DD-45)."""
        counts = {group.table.rounds for group in self.groups}
        return self.groups_over and any(group.table.hands for group in self.groups) and len(counts) > 1

    @property
    def level(self) -> Group | None:
        """The first group in which somebody has to pull for the line."""
        return next((group for group in self.groups if self.groups_over and group.cut.level), None)

    @property
    def may_keep_level(self) -> bool:
        """Whether those level on the line can simply stay where they sit: their final table has begun."""
        if self.level is None or self.winners is None:
            return False
        cut_now = self.level.cut
        return sum(key in self.winners.players for key in cut_now.level) == cut_now.places

    @property
    def can_swap(self) -> bool:
        """A final table that is over cannot begin again."""
        return not any(table.match.finished_at for table in (self.winners, self.losers) if table)

    @property
    def is_cut(self) -> bool:
        return self.groups_over and not self.is_uneven and self.level is None

    @cached_property
    def up(self) -> list[int]:
        """Who goes to the winners' table, in seat order, A1 first; what the organiser kept is kept."""
        return self._with_reseats([key for group in self.groups for key in group.cut.advance])

    @cached_property
    def down(self) -> list[int]:
        return self._with_reseats([key for group in self.groups for key in group.cut.stay])

    def _with_reseats(self, keys: Sequence[int]) -> list[int]:
        ups = {key for group in self.groups for key in group.cut.advance}
        downs = {key for group in self.groups for key in group.cut.stay}
        swap: dict[int, int] = {}
        for each in self.reseats:
            up, down = each.went_up_id, each.went_down_id
            if each.is_kept and up in ups - swap.keys() and down in downs - swap.keys():
                swap |= {up: down, down: up}
        return [swap.get(key, key) for key in keys]

    @cached_property
    def displaced(self) -> list[Displaced]:
        """Group by group, who should have changed places; nothing while the cut is open."""
        if not self.is_cut or not (self.winners or self.losers):
            return []
        unchanged = {
            (str(each.went_up_id or ""), str(each.went_down_id or "")) for each in self.reseats if each.is_kept
        }
        pairs = [pair for group in self.groups for pair in self._moved(group)]
        return [pair for pair in pairs if (pair.up and pair.down) or (pair.up_key, pair.down_key) not in unchanged]

    def _moved(self, group: Group) -> Iterable[Displaced]:
        seated = [chair.player.pk for chair in group.table.chairs]
        should = [key for key in seated if key in self.up]
        sits = [key for key in seated if self._sits_up(key)]
        ups = [self.players[key] for key in should if key not in sits]
        downs = [self.players[key] for key in sits if key not in should]
        return (Displaced(up, down) for up, down in zip_longest(ups, downs))

    def _sits_up(self, key: int) -> bool:
        if self.winners:
            return key in self.winners.players
        return bool(self.losers and key not in self.losers.players and key in {*self.up, *self.down})

    @cached_property
    def held(self) -> Held | None:
        """Who would hold what if it ended now, once both final tables have begun."""
        return held(self.winners.final, self.losers.final) if self.winners and self.losers else None

    @property
    def are_finals_uneven(self) -> bool:
        """Both final tables are over, but not after the same number of hands (DD-48)."""
        tables = [table for table in (self.winners, self.losers) if table and table.is_over and table.hands]
        return len({table.rounds for table in tables}) > 1

    @property
    def is_over(self) -> bool:
        both = self.winners and self.losers and self.winners.is_over and self.losers.is_over
        return bool(both) and not self.are_finals_uneven

    def origin(self, key: int) -> str:
        """Where somebody comes from: `A1`."""
        for group in self.groups:
            for place, chair in enumerate(group.ranked, 1):
                if chair.player.pk == key:
                    return f"{group.letter}{place}"
        return ""


def read(playoff: Playoff, sheets: Mapping[UUID, Sheet] | None = None) -> State:
    rows = Fixture.objects.filter(DEALT, playoff=playoff).exclude(stage=Fixture.Stage.ROUND)
    fixtures = list(rows.select_related("match").order_by("stage", "number"))
    books = load_many([fixture.match for fixture in fixtures if fixture.match])
    by_match = sheets or {}
    tables = [
        table_of(fix, state, by_match.get(state.match.pk, state.sheet))
        for fix, state in zip(fixtures, books, strict=True)
    ]
    leavers = list(playoff.leavers.filter(withdrawn_at=None).select_related("player", "decided_by"))
    gone = {each.player_id for each in leavers}
    pulls = list(CutPull.objects.filter(playoff=playoff, withdrawn_at=None))
    finals = {table.fixture.stage: table for table in tables}
    winners = finals.get(Fixture.Stage.WINNERS)
    groups = [_group(playoff, table, pulls, gone) for table in tables if table.fixture.stage == Fixture.Stage.GROUP]
    reseats = list(Reseat.objects.filter(playoff=playoff).select_related("went_up", "went_down", "decided_by"))
    if winners and any(each.is_level for each in reseats):
        groups = [_as_seated(group, winners.players) for group in groups]
    return State(
        playoff,
        groups,
        winners,
        finals.get(Fixture.Stage.LOSERS),
        reseats,
        leavers,
    )


def _group(playoff: Playoff, table: Table, pulls: Sequence[CutPull], gone: Container[int]) -> Group:
    totals = {chair.player.pk: chair.total for chair in table.chairs if chair.is_there and chair.player.pk not in gone}
    if len(totals) <= playoff.advance:
        return Group(table, cut(totals, playoff.advance))
    result, good, stale = cut(totals, playoff.advance, bottom=playoff.bottom), list[CutPull](), list[CutPull]()
    for pull in (each for each in pulls if each.group == table.fixture.number):
        try:
            result = cut(totals, playoff.advance, [ranks(each) for each in (*good, pull)], playoff.bottom)
            good.append(pull)
        except Illegal:
            stale.append(pull)
    return Group(table, result, good, stale)


def _as_seated(group: Group, seated_up: Container[int]) -> Group:
    """Those level on the line stay where they sit, as an organiser decided, where that is as many as go up."""
    now = group.cut
    up = tuple(key for key in now.level if key in seated_up)
    if not now.level or len(up) != now.places:
        return group
    down = tuple(key for key in now.level if key not in seated_up)
    return replace(group, cut=Cut((*now.advance, *up), (*down, *now.stay)))


def ranks(pull: CutPull) -> dict[int, int]:
    return {int(key): rank_of(card) for key, card in pull.cards.items()}


def seated_elsewhere(match: Match) -> set[int]:
    """Players at the other tables of this stage; the two final tables are one stage."""
    fixture = Fixture.objects.filter(match=match.pk).exclude(stage=Fixture.Stage.ROUND).first()
    if fixture is None:
        return set()
    stages = [fixture.stage] if fixture.stage == Fixture.Stage.GROUP else [Fixture.Stage.WINNERS, Fixture.Stage.LOSERS]
    others = Fixture.objects.filter(playoff=fixture.playoff_id, stage__in=stages).exclude(pk=fixture.pk)
    return set(others.exclude(match=None).values_list("match__seats__player", flat=True))
