"""Confirmation of complete sheets: who is asked, who has answered, and when a result becomes final.

Read-only; the ledger writes. A match that needs no confirmation costs no query here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from clubs.models import Confirm, Membership
from games.entries.match_state import MatchState, is_final
from games.models import Confirmation, Match, Seat
from scoring.base import Sheet

Kind = Confirmation.Kind
ConfirmationAnswer = Sequence[Confirmation]


def standing(match: Match) -> list[Confirmation]:
    """The answers about a match that still count, in the order they were given."""
    rows = match.confirmations.filter(withdrawn_at=None).select_related("player__merged_into")
    return list(rows) if match.confirm else []


def confirmations_of(matches: Iterable[Match]) -> Mapping[UUID, list[Confirmation]]:
    """All answers about many matches by match, withdrawn ones included: one query, or none."""
    by_match: dict[UUID, list[Confirmation]] = {match.pk: [] for match in matches if match.confirm}
    for row in Confirmation.objects.filter(match__in=by_match) if by_match else ():
        by_match[row.match_id].append(row)
    return by_match


def standing_in(matches: Iterable[Match]) -> Mapping[UUID, list[Confirmation]]:
    """The answers about many matches that still count, by match."""
    return {pk: [row for row in rows if not row.withdrawn_at] for pk, rows in confirmations_of(matches).items()}


def final_since(match: Match, sheet: Sheet, answers: ConfirmationAnswer) -> datetime | None:
    """When the result became final; None while it is not. `answers` are those that still count."""
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
    """Whether this sheet's result counts; `sheet` may also be that of a correction not saved yet."""
    return is_final(sheet) and (match.confirm == Confirm.NOBODY or match.finished_at is not None)


def sheet_version(state: MatchState) -> int:
    """The version of the sheet's newest entry; confirmations raise the match's version, not this one."""
    return max((entry.version for entry in state.history), default=0)


def last_writer(state: MatchState) -> int | None:
    """The primary key of the user who wrote the newest entry; None if no user did, or there is no entry."""
    last = max(state.history, key=lambda entry: entry.version, default=None)
    return last.recorded_by_id if last else None


def seats_to_confirm(state: MatchState) -> list[Seat]:
    """The seats that may confirm: those still at the table.

    Where one confirmation is enough, the player who wrote the newest entry is left out, unless nobody else remains.
    """
    playing = [seat for seat in state.seats if seat.position in state.sheet.active_seats]
    if state.match.confirm != Confirm.OPPONENT:
        return playing
    mine = Membership.objects.filter(club=state.match.club_id, user=last_writer(state) or 0, player__isnull=False)
    wrote = mine.values_list("player", flat=True).first()
    return [seat for seat in playing if seat.player_id != wrote] or playing


def to_come(match: Match, seats: int, answers: ConfirmationAnswer) -> int:
    """How many confirmations are missing, of the players asked (`seats` of them)."""
    if not match.is_waiting:
        return 0
    return 1 if match.confirm == Confirm.OPPONENT else seats - sum(row.kind == Kind.CONFIRMED for row in answers)


@dataclass(frozen=True)
class Confirmers:
    """The progress of a sheet's confirmation; `seats` are those asked, `answers` those that still count."""

    match: Match
    seats: Sequence[Seat]
    answers: ConfirmationAnswer

    @cached_property
    def by_seat(self) -> Mapping[int | None, Confirmation]:
        """The current answer of each seat, by position."""
        return {row.position: row for row in self.answers if row.position is not None}

    @cached_property
    def confirmed(self) -> list[Seat]:
        return [seat for seat in self.seats if self._is(seat, Kind.CONFIRMED)]

    @cached_property
    def objected(self) -> list[Seat]:
        return [seat for seat in self.seats if self._is(seat, Kind.OBJECTED)]

    @cached_property
    def missing(self) -> list[Seat]:
        """The seats that have not confirmed, including those that reported a mistake."""
        return [seat for seat in self.seats if not self._is(seat, Kind.CONFIRMED)]

    def _is(self, seat: Seat, kind: Kind) -> bool:
        row = self.by_seat.get(seat.position)
        return row is not None and row.kind == kind

    @property
    def to_come(self) -> int:
        """How many confirmations are missing until the result is final."""
        return to_come(self.match, len(self.seats), self.answers)


def confirmers_of(state: MatchState) -> Confirmers:
    """The progress of a match's confirmation."""
    return Confirmers(state.match, seats_to_confirm(state), standing(state.match))
