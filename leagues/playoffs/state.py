"""The state of a play-off with groups, computed from its sheets in five queries: groups, cut, final tables, trophies.

None of it is stored, so that every correction takes effect everywhere. `sheets` replace those of matches, to see what a
correction would change.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from uuid import UUID

from django.db.models import Q

from clubs.models import Player
from games.base.display import TieBreak
from games.entries.confirmation import is_over
from games.entries.match_state import MatchState, load_many, rounds_played
from games.models import Match
from games.registry import table_game
from leagues.models import CutPull, Fixture, Playoff, PlayoffLeaver, Reseat
from scoring.base import Illegal, Sheet
from scoring.cards import rank_of
from scoring.competition.playoffs import Cut, Final, TrophyState, cut, final, letter, trophies

# One dealt table of a play-off with its players, places and totals.


@dataclass(frozen=True)
class Chair:
    """A player at a table; `is_there` is False after leaving early."""

    player: Player
    total: int
    place: int
    is_there: bool = True


@dataclass(frozen=True)
class Table:
    """A dealt table, with chairs in seat order. `rounds` is how many were played, `hands` how many are planned (0 if
    not fixed), `final` is the input for the trophies.
    """

    fixture: Fixture
    match: Match
    chairs: Sequence[Chair]
    rounds: int
    hands: int
    is_over: bool
    final: Final
    ties: Sequence[TieBreak] = ()

    @property
    def players(self) -> set[int]:
        return {chair.player.pk for chair in self.chairs}


def table_of(fixture: Fixture, state: MatchState, sheet: Sheet) -> Table:
    """Return the table as this sheet has it."""
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    chairs = [
        Chair(seat.player, sheet.totals[seat.position], place[seat.position], seat.position in sheet.active_seats)
        for seat in state.seats
        if seat.position in sheet.totals
    ]
    game = table_game(state.match.game)
    return Table(
        fixture,
        state.match,
        chairs,
        rounds_played(sheet),
        game.playoff_options.hands(state.options),
        is_over(state.match, sheet),
        _final(state, sheet, chairs),
        game.display.tie_breaks(sheet),
    )


def _final(state: MatchState, sheet: Sheet, chairs: Sequence[Chair]) -> Final:
    keys = {seat.position: seat.player_id for seat in state.seats}
    present = [chair for chair in chairs if chair.is_there] or chairs
    best = max(chair.total for chair in present)
    winners = [keys[seat] for seat in sheet.winners] or [each.player.pk for each in present if each.total == best]
    return final({chair.player.pk: chair.total for chair in chairs}, winners, [keys[seat] for seat in sheet.losers])


# A group of a play-off and its line: the ranking, the cut, and players who sit on the wrong side of it.


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


# A final table that was abandoned is dealt again, so it does not count as dealt.
DEALT = Q(match__isnull=False) & (Q(stage=Fixture.Stage.GROUP) | Q(match__abandoned_at=None))


@dataclass(frozen=True)
class State:
    """The groups and final tables of a play-off; `winners` and `losers` are None until dealt."""

    playoff: Playoff
    groups: Sequence[Group]
    winners: Table | None
    losers: Table | None
    reseats: Sequence[Reseat] = ()
    leavers: Sequence[PlayoffLeaver] = ()

    @property
    def gone(self) -> set[int]:
        """The players who went home before the final tables."""
        return {each.player_id for each in self.leavers}

    @property
    def out(self) -> list[int]:
        """The players who sit out the finals, between those who go up and those who play off (DD-47)."""
        return [key for group in self.groups for key in group.cut.out]

    @cached_property
    def players(self) -> dict[int, Player]:
        """All players at any of its tables, by key."""
        tables = [group.table for group in self.groups] + [each for each in (self.winners, self.losers) if each]
        return {chair.player.pk: chair.player for table in tables for chair in table.chairs}

    @property
    def groups_over(self) -> bool:
        return bool(self.groups) and all(group.table.is_over for group in self.groups)

    @property
    def is_uneven(self) -> bool:
        """Whether the groups are over after different numbers of hands (DD-45)."""
        counts = {group.table.rounds for group in self.groups}
        return self.groups_over and any(group.table.hands for group in self.groups) and len(counts) > 1

    @property
    def level(self) -> Group | None:
        """The first group in which players have to pull cards for the line; None if there is none."""
        return next((group for group in self.groups if self.groups_over and group.cut.level), None)

    @property
    def may_keep_level(self) -> bool:
        """Whether those level on the line can stay where they sit, because the winners’ table has begun with as many of
        them as go up.
        """
        if self.level is None or self.winners is None:
            return False
        cut_now = self.level.cut
        return sum(key in self.winners.players for key in cut_now.level) == cut_now.places

    @property
    def can_swap(self) -> bool:
        """Whether seats can still be swapped: no final table is over."""
        return not any(table.match.finished_at for table in (self.winners, self.losers) if table)

    @property
    def is_cut(self) -> bool:
        """Whether it is decided who goes up."""
        return self.groups_over and not self.is_uneven and self.level is None

    @cached_property
    def up(self) -> list[int]:
        """The players for the winners' table, in seat order with A1 first, including seats that the organiser kept."""
        return self._with_reseats([key for group in self.groups for key in group.cut.advance])

    @cached_property
    def down(self) -> list[int]:
        """The players for the losers' table, like `up`."""
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
        """The pairs that should change places, group by group; [] while the cut is open or no final table has begun."""
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
    def trophies(self) -> TrophyState | None:
        """Who would take which trophy if it ended now; None until both final tables have begun."""
        return trophies(self.winners.final, self.losers.final) if self.winners and self.losers else None

    @property
    def are_finals_uneven(self) -> bool:
        """Whether both final tables are over after different numbers of hands (DD-48)."""
        tables = [table for table in (self.winners, self.losers) if table and table.is_over and table.hands]
        return len({table.rounds for table in tables}) > 1

    @property
    def is_over(self) -> bool:
        both = self.winners and self.losers and self.winners.is_over and self.losers.is_over
        return bool(both) and not self.are_finals_uneven

    def origin(self, key: int) -> str:
        """Return the group and place that the player comes from: `A1`."""
        for group in self.groups:
            for place, chair in enumerate(group.ranked, 1):
                if chair.player.pk == key:
                    return f"{group.letter}{place}"
        return ""


def read(playoff: Playoff, sheets: Mapping[UUID, Sheet] | None = None) -> State:
    """Read the state; `sheets` are by match."""
    rows = Fixture.objects.filter(DEALT, playoff=playoff).exclude(stage=Fixture.Stage.ROUND)
    fixtures = list(rows.select_related("match").order_by("stage", "number"))
    states = load_many([fixture.match for fixture in fixtures if fixture.match])
    by_match = sheets or {}
    tables = [
        table_of(fix, state, by_match.get(state.match.pk, state.sheet))
        for fix, state in zip(fixtures, states, strict=True)
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
    """Return the group with those level on the line left where they sit, as the organiser decided, if as many of them
    are at the winners’ table as go up.
    """
    now = group.cut
    up = tuple(key for key in now.level if key in seated_up)
    if not now.level or len(up) != now.places:
        return group
    down = tuple(key for key in now.level if key not in seated_up)
    return replace(group, cut=Cut((*now.advance, *up), (*down, *now.stay)))


def ranks(pull: CutPull) -> dict[int, int]:
    """Return the rank of each player's card, by player."""
    return {int(key): rank_of(card) for key, card in pull.cards.items()}


def seats_are_given(match: Match) -> bool:
    """Return whether a play-off or tournament says who sits at this match."""
    return Fixture.objects.filter(match=match.pk).exists()


def seated_elsewhere(match: Match) -> set[int]:
    """Return the keys of the players at the other tables of this stage; the two final tables are one stage."""
    fixture = Fixture.objects.filter(match=match.pk).exclude(stage=Fixture.Stage.ROUND).first()
    if fixture is None:
        return set()
    stages = [fixture.stage] if fixture.stage == Fixture.Stage.GROUP else [Fixture.Stage.WINNERS, Fixture.Stage.LOSERS]
    others = Fixture.objects.filter(playoff=fixture.playoff_id, stage__in=stages).exclude(pk=fixture.pk)
    return set(others.exclude(match=None).values_list("match__seats__player", flat=True))
