"""The state of a match as read from the database: its entries, the sheet they add up to, and its seats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from clubs.web.queries import Read
from games.entries.substitutes import Substitutes, substitutes_of
from games.models import Entry, Match, Seat
from scoring import engine as find_engine
from scoring.base import Engine, Line, RuleError, Sheet, SheetT, places
from scoring.records import entry_from_json, entry_from_stored, options_from_json

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
