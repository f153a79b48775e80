"""What the API says about a match and about an entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Confirm
from games.entries.confirmation import Confirmers, Kind, confirmers_of, sheet_version
from games.entries.match_state import MatchState
from games.models import Confirmation, Entry, Match, Seat
from scoring.records import sheet_json

CONFIRM: Mapping[int, str] = {
    Confirm.NOBODY: "nobody",
    Confirm.OPPONENT: "opponent",
    Confirm.EVERY_SEAT: "every seat",
}
SAYS: Mapping[str, str] = {
    Kind.CONFIRMED: "right",
    Kind.OBJECTED: "wrong",
    Kind.SETTLED: "settled",
    Kind.KEPT: "corrected, still final",
}


def match_json(state: MatchState) -> dict[str, Any]:
    match, confirmers = state.match, confirmers_of(state) if state.match.played_at else Confirmers(state.match, (), ())
    return {
        **about_json(match, state.seats),
        "confirm": CONFIRM[match.confirm],
        "played_at": match.played_at,
        "sheet_version": sheet_version(state),
        "waits_for": [seat.position for seat in confirmers.missing] if match.is_waiting else [],
        "confirmations": [_confirmation(row) for row in confirmers.answers],
        "next_number": state.next_number,
        "options": match.options,
        "sheet": public_sheet(state),
    }


def about_json(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    """A match as lists show it, without its sheet."""
    return {
        "id": match.pk,
        "game": match.game,
        "rule_version": match.rule_version,
        "table": match.table,
        "night": match.night_id,
        "season": match.season_id,
        "for_trophy": match.for_trophy,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "abandoned_at": match.abandoned_at,
        "version": match.version,
        "rounds": match.rounds,
        "seats": [_seat(seat) for seat in seats],
    }


def _confirmation(row: Confirmation) -> dict[str, Any]:
    """What still counts; all that was ever said stands in the history."""
    return {
        "says": SAYS[row.kind],
        "seat": row.position,
        "sheet": row.sheet,
        "totals": row.totals,
        "note": row.note,
        "at": row.recorded_at,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.position,
        "player": seat.player_id,
        "name": seat.player.label,
        "total": seat.total,
        "place": seat.place,
        "winner": seat.is_winner,
        "loser": seat.is_loser,
    }


def public_sheet(state: MatchState) -> dict[str, Any]:
    """By names; what nobody may read yet is left out."""
    return sheet_json(state.engine, state.public.sheet, state.names)


def entry_json(state: MatchState, entry: Entry) -> dict[str, Any]:
    """What an entry says, unless nobody may read it yet: then it is `hidden`, for whoever wrote it as for everybody."""
    hidden = state.hides(entry.kind, entry.payload)
    return {
        "id": entry.pk,
        "number": entry.number,
        "revision": entry.revision,
        "version": entry.version,
        "kind": entry.kind,
        "payload": None if hidden else entry.payload,
        "hidden": hidden,
        "note": "" if hidden else entry.note,
        "player": entry.player_id,
        "recorded_at": entry.recorded_at,
        "received_at": entry.received_at,
    }
