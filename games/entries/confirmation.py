"""What stands between a complete sheet and its result: who is asked whether it is right, and what they said.

Reads only; the ledger writes. A match nobody is asked about costs no query here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from clubs.models import Confirm, Membership
from games.entries.derived_rows import is_final
from games.entries.match_state import MatchState
from games.models import Confirmation, Match, Seat
from scoring.base import Sheet

Kind = Confirmation.Kind
ConfirmationAnswer = Sequence[Confirmation]


def standing(match: Match) -> list[Confirmation]:
    """What was said and still counts, in the order it was said."""
    rows = match.confirmations.filter(withdrawn_at=None).select_related("player__merged_into")
    return list(rows) if match.confirm else []


def confirmations_of(matches: Iterable[Match]) -> Mapping[UUID, list[Confirmation]]:
    """Everything that was ever said of many sheets: one query, or none."""
    by_match: dict[UUID, list[Confirmation]] = {match.pk: [] for match in matches if match.confirm}
    for row in Confirmation.objects.filter(match__in=by_match) if by_match else ():
        by_match[row.match_id].append(row)
    return by_match


def standing_in(matches: Iterable[Match]) -> Mapping[UUID, list[Confirmation]]:
    """The same, but only what still counts."""
    return {pk: [row for row in rows if not row.withdrawn_at] for pk, rows in confirmations_of(matches).items()}


def final_since(match: Match, sheet: Sheet, answers: ConfirmationAnswer) -> datetime | None:
    """When the result began to count; None as long as it does not."""
    if not is_final(sheet) or match.confirm == Confirm.NOBODY:
        return match.played_at if is_final(sheet) else None
    if settled := [row.recorded_at for row in answers if row.position is None]:
        return min(settled)
    if any(row.kind == Kind.OBJECTED for row in answers):
        return None
    at = {row.position: row.recorded_at for row in answers}
    if match.confirm == Confirm.OPPONENT:
        return min((at[seat] for seat in sheet.active_seats if seat in at), default=None)
    return max(at[seat] for seat in sheet.active_seats) if at.keys() >= {*sheet.active_seats} else None


def is_over(match: Match, sheet: Sheet) -> bool:
    """Whether this sheet's result counts, also where it is only what a correction would make of it."""
    return is_final(sheet) and (match.confirm == Confirm.NOBODY or match.finished_at is not None)


def sheet_version(state: MatchState) -> int:
    """That of its newest entry: what is confirmed is the sheet, and a confirmation does not change it."""
    return max((entry.version for entry in state.history), default=0)


def last_writer(state: MatchState) -> int | None:
    """The account that wrote on the sheet last, where one did."""
    last = max(state.history, key=lambda entry: entry.version, default=None)
    return last.recorded_by_id if last else None


def seats_to_confirm(state: MatchState) -> list[Seat]:
    """Who may say that it is right: whoever sits there still; where one is enough, not who wrote it last."""
    playing = [seat for seat in state.seats if seat.position in state.sheet.active_seats]
    if state.match.confirm != Confirm.OPPONENT:
        return playing
    mine = Membership.objects.filter(club=state.match.club_id, user=last_writer(state) or 0, player__isnull=False)
    wrote = mine.values_list("player", flat=True).first()
    return [seat for seat in playing if seat.player_id != wrote] or playing


def to_come(match: Match, seats: int, answers: ConfirmationAnswer) -> int:
    """How many more have to confirm, of those who sit there still."""
    if not match.is_waiting:
        return 0
    return 1 if match.confirm == Confirm.OPPONENT else seats - sum(row.kind == Kind.CONFIRMED for row in answers)


@dataclass(frozen=True)
class Confirmers:
    """How far a sheet is confirmed; `seats` are those who are asked."""

    match: Match
    seats: Sequence[Seat]
    answers: ConfirmationAnswer

    @cached_property
    def by_seat(self) -> Mapping[int | None, Confirmation]:
        return {row.position: row for row in self.answers if row.position is not None}

    @cached_property
    def confirmed(self) -> list[Seat]:
        return [seat for seat in self.seats if self._is(seat, Kind.CONFIRMED)]

    @cached_property
    def objected(self) -> list[Seat]:
        return [seat for seat in self.seats if self._is(seat, Kind.OBJECTED)]

    @cached_property
    def missing(self) -> list[Seat]:
        return [seat for seat in self.seats if not self._is(seat, Kind.CONFIRMED)]

    def _is(self, seat: Seat, kind: Kind) -> bool:
        row = self.by_seat.get(seat.position)
        return row is not None and row.kind == kind

    @property
    def to_come(self) -> int:
        return to_come(self.match, len(self.seats), self.answers)


def confirmers_of(state: MatchState) -> Confirmers:
    return Confirmers(state.match, seats_to_confirm(state), standing(state.match))
