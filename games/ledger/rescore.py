"""Recalculation of a match's derived figures from its entries."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.entries.confirmation import final_since, standing
from games.entries.derived_rows import SeatRow, TallyRow, is_final, rounds_played, seat_rows, tally_rows
from games.entries.match_state import MatchState, load
from games.ledger.rows import close, locked, write_results, write_tallies
from games.models import Match, Seat
from scoring.base import Sheet


@transaction.atomic
def rescore(match_id: uuid.UUID, *, check: bool = False) -> list[str]:
    """Recalculate every figure of a match; the answer names those that differed. With `check` nothing is written."""
    match = locked(match_id)
    state = load(match)
    tallies, results = _stored_tallies(match), _stored_results(state.seats)
    wanted, due = tally_rows(state.sheet), seat_rows(state.engine, state.sheet)
    differences = [
        *(f"round {number}, seat {seat}" for seat, number in _differing(tallies, wanted)),
        *(f"result of seat {seat}" for seat in _differing(results, due)),
        *_of_match(match, state.sheet),
    ]
    if differences and not check:
        write_results(state.seats, results, due)
        write_tallies(state.seats, tallies, wanted)
        _write_match(state)
    return differences


def _of_match(match: Match, sheet: Sheet) -> list[str]:
    stored, wanted = match.rounds, rounds_played(sheet)
    wrong = [] if stored == wanted else [f"rounds: {stored} instead of {wanted}"]
    if (match.played_at is not None) != is_final(sheet):
        wrong.append("complete, but it is not" if match.played_at else "not complete, but it is")
    is_over = is_final(sheet) and (not match.confirm or final_since(match, sheet, standing(match)) is not None)
    if (match.finished_at is not None) != is_over:
        wrong.append("finished, but it is not" if match.finished_at else "not finished, but it is")
    return wrong


def _write_match(state: MatchState) -> None:
    """Save the match's figures; its version does not change, as no entry was written."""
    match = state.match
    if state.live:
        close(match, state.sheet, state.live[-1], standing(match))
    match.save(update_fields=["rounds", "played_at", "finished_at"])


def _stored_tallies(match: Match) -> dict[tuple[int, int], TallyRow]:
    return {
        (tally.seat.position, tally.number): TallyRow(tally.points, tally.total, tally.place, tally.facts)
        for tally in match.tallies.select_related("seat")
    }


def _stored_results(seats: Sequence[Seat]) -> dict[int, SeatRow]:
    return {seat.position: SeatRow(seat.total, seat.place, seat.is_winner, seat.is_loser) for seat in seats}


def _differing(stored: Mapping[Any, Any], wanted: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in stored.keys() | wanted.keys() if stored.get(key) != wanted.get(key))
