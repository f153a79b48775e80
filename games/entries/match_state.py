"""The state of a match as read from the database: its entries, the sheet they add up to, its seats and substitutes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Protocol
from uuid import UUID

from clubs.models import Player
from clubs.queries import Read
from games.models import Entry, Match, Seat, Substitution
from scoring import engine as find_engine
from scoring.base import Engine, Line, RuleError, Sheet, SheetT, places
from scoring.record_format.parts import Substitute
from scoring.records import entry_from_json, entry_from_stored, options_from_json, to_record

# Substitutes of a match: who played which lines of a seat. Read-only; the ledger writes.
#
# A match without substitutes costs no query here.


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
    return standing_substitutions(match) if any(seat.has_substitute for seat in seats) else Substitutes()


def standing_substitutions(match: UUID) -> Substitutes:
    """The substitutions of a match that stand; one query."""
    rows = Substitution.objects.filter(match=match, withdrawn_at=None)
    return Substitutes(list(rows.select_related("player__merged_into", "instead_of__merged_into")))


IN_ORDER = attrgetter("number", "revision")  # the order of a history
ENTRIES = Read(lambda match: Entry.objects.filter(match=match).order_by("number", "revision"), match=Match._meta.pk)
SEATS = Read(
    lambda match: Seat.objects.filter(match=match).select_related("player").order_by("position"), match=Match._meta.pk
)


@dataclass(frozen=True)
class MatchState:
    """The state of a match. `history` has every revision in (number, revision) order, `seats` all seats in position
    order.
    """

    match: Match
    history: Sequence[Entry]
    seats: Sequence[Seat]

    @property
    def engine(self) -> Engine[Any]:
        return find_engine(self.match.game)

    @cached_property
    def live(self) -> list[Entry]:
        """The current revision of each line, without undone lines."""
        return standing(self.history)

    @cached_property
    def options(self) -> Any:
        """The options as the engine's own type, for the revision of the rules of the match. Raises RuleError."""
        return self.engine.under(options_from_json(self.engine, self.match.options), self.match.rule_version)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that the current entries add up to. Raises RuleError."""
        return fold(self, self.live)

    def sheet_as(self, kind: type[SheetT]) -> SheetT:
        """The sheet typed as the sheet of one game."""
        assert isinstance(self.sheet, kind)
        return self.sheet

    @cached_property
    def public(self) -> "MatchState":
        """The state as spectators may see it, without what is still secret on the sheet."""
        sheet = self.engine.public(self.sheet)
        return self if sheet is self.sheet else self.with_sheet(sheet)

    def with_sheet(self, sheet: Sheet) -> "MatchState":
        """The same entries with this sheet in place of the one they add up to; nothing is folded."""
        other = MatchState(self.match, self.history, self.seats)
        other.__dict__["sheet"] = sheet
        return other

    @cached_property
    def shown(self) -> list[Entry]:
        """The current entries, without those that are still secret."""
        return [entry for entry in self.live if not self.hides(entry.kind, entry.payload)]

    def hides(self, kind: str, payload: Any) -> bool:
        """Whether the content of an entry is still secret; that it was written is not."""
        return payload is not None and self.engine.hides(self.sheet, entry_from_json(self.engine, kind, payload))

    @cached_property
    def names(self) -> list[str]:
        """The players' labels, by seat."""
        return [seat.player.label for seat in self.seats]

    @cached_property
    def substitutes(self) -> Substitutes:
        """Who took over a seat; no query where nobody did."""
        return substitutes_of(self.match.pk, self.seats)

    @property
    def last_written(self) -> str:
        """The id of the newest entry; "" if the latest write was no entry (such as a confirmation)."""
        return next((str(entry.id) for entry in self.history if entry.version == self.match.version), "")

    @property
    def next_number(self) -> int:
        """The number of the next new line, from 1."""
        return self.history[-1].number + 1 if self.history else 1


def standing(history: Iterable[Entry]) -> list[Entry]:
    """The last revision of each line, without undone lines."""
    last = {entry.number: entry for entry in history}
    return [entry for entry in last.values() if entry.payload is not None]


def load(match: Match, seats: Sequence[Seat] | None = None) -> MatchState:
    """Read a match: two queries, one where `seats` are given."""
    return MatchState(match, ENTRIES.all(match=match.pk), SEATS.all(match=match.pk) if seats is None else seats)


def seats_at(match: Match) -> list[Seat]:
    """All seats with their players, in position order; one query."""
    return SEATS.all(match=match.pk)


def fold(state: MatchState, entries: Sequence[Entry]) -> Sheet:
    """The sheet that the entries add up to. Raises RuleError, whose `entry` counts from 1 in `entries`."""
    return extend(state.engine, state.engine.start(state.match.start_seats, state.options), entries, 1)


def read(engine: Engine[Any], entry: Entry) -> Any:
    """The entry as the engine's own type. Raises RuleError."""
    return entry_from_stored(engine, entry.kind, entry.payload)


def extend(engine: Engine[Any], sheet: Sheet, entries: Sequence[Entry], first: int) -> Sheet:
    """Play entries on a sheet; the first of them is the sheet's number `first`, from 1. Raises RuleError, with the
    number of the entry that does not fit.
    """
    for place, entry in enumerate(entries, start=first):
        try:
            sheet = engine.play(sheet, read(engine, entry))
        except RuleError as error:
            error.entry = place
            raise
    return sheet


def seats_of(matches: Sequence[Match]) -> dict[UUID, list[Seat]]:
    """All seats in position order, by match; one query."""
    rows = Seat.objects.filter(match__in=matches).select_related("player").order_by("match", "position")
    by_match = {key: list(group) for key, group in groupby(rows, key=lambda seat: seat.match_id)}
    return {match.pk: by_match.get(match.pk, []) for match in matches}


def load_many(matches: Sequence[Match], seats: dict[UUID, list[Seat]] | None = None) -> list[MatchState]:
    """Read matches, in the order given: two queries, one where `seats` are given."""
    chairs = seats_of(matches) if seats is None else seats
    rows = Entry.objects.filter(match__in=matches).order_by("match", "number", "revision")
    entries = {key: list(group) for key, group in groupby(rows, key=lambda entry: entry.match_id)}
    return [MatchState(match, entries.get(match.pk, []), chairs[match.pk]) for match in matches]


# Rows derived from a sheet: a tally per seat and round, a result per seat. Pure functions; the ledger stores them.


Key = tuple[int, int]


@dataclass(frozen=True)
class TallyRow:
    """The derived fields of a `Tally`."""

    points: int
    total: int
    place: int
    facts: Mapping[str, int]


@dataclass(frozen=True)
class SeatRow:
    """The derived fields of a `Seat`."""

    total: int
    place: int
    is_winner: bool
    is_loser: bool


def tally_rows(sheet: Sheet) -> dict[Key, TallyRow]:
    """Tallies by (seat, round number); a void round has none."""
    return _rows(sheet.lines)


def moved_rows(before: Sheet, after: Sheet) -> tuple[dict[Key, TallyRow], dict[Key, TallyRow]]:
    """The tallies of both sheets from the first differing line on, so that a long match costs no more."""
    same = 0
    for old, new in zip(before.lines, after.lines, strict=False):
        if old is not new:
            break
        same += 1
    return _rows(before.lines[same:]), _rows(after.lines[same:])


def _rows(lines: Sequence[Line]) -> dict[Key, TallyRow]:
    return {(seat, line.number): row for line in lines for seat, row in _of_line(line).items()}


def _of_line(line: Line) -> dict[int, TallyRow]:
    place = {seat: rank.place for rank in places(line.totals) for seat in rank.seats}
    return {
        seat: TallyRow(line.points[seat], line.totals[seat], place[seat], dict(facts))
        for seat, facts in line.facts.items()
    }


def seat_rows(engine: Engine[Any], sheet: Sheet) -> dict[int, SeatRow]:
    """Results by seat."""
    place = {seat: rank.place for rank in engine.ranks(sheet) for seat in rank.seats}
    return {
        seat: SeatRow(sheet.totals[seat], place.get(seat, len(place) + 1), seat in sheet.winners, seat in sheet.losers)
        for seat in range(sheet.seats)
    }


def rounds_played(sheet: Sheet) -> int:
    """How many rounds were scored; void ones do not count."""
    return sum(1 for line in sheet.lines if line.is_scored)


def is_final(sheet: Sheet) -> bool:
    """Whether the sheet is finished and nothing is left to settle."""
    return sheet.finished and not sheet.needs


def is_unsettled(sheet: Sheet) -> bool:
    """Whether all rounds are played and a tie or a tally is left."""
    return sheet.finished and bool(sheet.needs)


# The open record of a match: its entries by names, and who took over which seat.


def open_record(state: MatchState) -> dict[str, Any]:
    """The record of a match, without what nobody may see yet. Raises RuleError."""
    entries = [read(state.engine, entry) for entry in state.shown]
    substitutes = [
        Substitute(state.names[row.position], row.player.label, row.instead_of.label, row.number)
        for row in state.substitutes.rows
    ]
    return to_record(state.engine, state.names, state.match.start_seats, state.options, entries, substitutes)
