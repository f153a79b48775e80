"""A match as read back: its entries, the sheet they add up to, and the names at the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any
from uuid import UUID

from clubs.web.prepared_queries import Read, Slot
from games.models import Entry, Match, Seat
from scoring import engine as find_engine
from scoring.base import Engine, RuleError, Sheet, SheetT, replay
from scoring.records import entry_from_json, entry_from_stored, options_from_json

MATCH = Slot("match", Match._meta.pk)
ENTRIES = Read(lambda: Entry.objects.filter(match=MATCH).order_by("number", "revision"))
SEATS = Read(lambda: Seat.objects.filter(match=MATCH).select_related("player").order_by("position"))


@dataclass(frozen=True)
class MatchState:
    """`history` holds every revision in (number, revision) order, `seats` every chair in position order."""

    match: Match
    history: Sequence[Entry]
    seats: Sequence[Seat]

    @property
    def engine(self) -> Engine[Any]:
        return find_engine(self.match.game)

    @cached_property
    def live(self) -> list[Entry]:
        return standing(self.history)

    @cached_property
    def options(self) -> Any:
        return options_from_json(self.engine, self.match.options)

    @cached_property
    def sheet(self) -> Sheet:
        return fold(self, self.live)

    def sheet_as(self, kind: type[SheetT]) -> SheetT:
        """The sheet for the code of one game, which knows more of it."""
        assert isinstance(self.sheet, kind)
        return self.sheet

    @cached_property
    def public(self) -> "MatchState":
        """As whoever looks on may read it: the sheet without what is still secret."""
        return self.with_sheet(self.engine.public(self.sheet))

    def with_sheet(self, sheet: Sheet) -> "MatchState":
        """The same entries as if they added up to this sheet: nothing is folded."""
        other = MatchState(self.match, self.history, self.seats)
        other.__dict__["sheet"] = sheet
        return other

    @cached_property
    def shown(self) -> list[Entry]:
        """What stands, without the entries nobody may read yet."""
        return [entry for entry in self.live if not self.hides(entry.kind, entry.payload)]

    def hides(self, kind: str, payload: Any) -> bool:
        """Whether nobody may read yet what this says; that it was written is no secret."""
        return payload is not None and self.engine.hides(self.sheet, entry_from_json(self.engine, kind, payload))

    @cached_property
    def names(self) -> list[str]:
        return [seat.player.label for seat in self.seats]

    @property
    def last_written(self) -> str:
        """The id of what was written last, whatever line it was for; "" where that was nothing on the sheet."""
        return next((str(entry.id) for entry in self.history if entry.version == self.match.version), "")

    @property
    def next_number(self) -> int:
        return self.history[-1].number + 1 if self.history else 1


def standing(history: Iterable[Entry]) -> list[Entry]:
    """The last revision of each number, without those that were undone."""
    last = {entry.number: entry for entry in history}
    return [entry for entry in last.values() if entry.payload is not None]


def load(match: Match, seats: Sequence[Seat] | None = None) -> MatchState:
    """Two queries, however long the history of the club; one where the seats are read already."""
    return MatchState(match, ENTRIES.all(match=match.pk), seats_at(match) if seats is None else seats)


def seats_at(match: Match) -> list[Seat]:
    """Every chair with who sits there, in position order."""
    return SEATS.all(match=match.pk)


def fold(state: MatchState, entries: Sequence[Entry]) -> Sheet:
    """Raises RuleError; its `entry` counts from 1 in `entries`."""
    played = [read(state.engine, entry) for entry in entries]
    sheet: Sheet = replay(state.engine, state.match.start_seats, state.options, played)
    return sheet


def read(engine: Engine[Any], entry: Entry) -> Any:
    return entry_from_stored(engine, entry.kind, entry.payload)


def extend(state: MatchState, sheet: Sheet, entries: Sequence[Entry]) -> Sheet:
    """Play what was appended on a sheet that is already folded."""
    for place, entry in enumerate(entries, start=len(state.live) + 1):
        try:
            sheet = state.engine.play(sheet, read(state.engine, entry))
        except RuleError as error:
            error.entry = place
            raise
    return sheet


def seats_of(matches: Sequence[Match]) -> dict[UUID, list[Seat]]:
    """Every chair in position order, by match; one query."""
    rows = Seat.objects.filter(match__in=matches).select_related("player").order_by("match", "position")
    by_match = {key: list(group) for key, group in groupby(rows, key=lambda seat: seat.match_id)}
    return {match.pk: by_match.get(match.pk, []) for match in matches}


def load_many(matches: Sequence[Match], seats: dict[UUID, list[Seat]] | None = None) -> list[MatchState]:
    """In the order given; pass the seats where they are read already."""
    chairs = seats_of(matches) if seats is None else seats
    rows = Entry.objects.filter(match__in=matches).order_by("match", "number", "revision")
    entries = {key: list(group) for key, group in groupby(rows, key=lambda entry: entry.match_id)}
    return [MatchState(match, entries.get(match.pk, []), chairs[match.pk]) for match in matches]
