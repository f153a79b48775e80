"""A match and an entry as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Confirm
from dogclub.api.answers.shaped import shaped
from dogclub.api.openapi.matches import matches
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
    """Return a match with its sheet and confirmations."""
    match, confirmers = state.match, confirmers_of(state) if state.match.played_at else Confirmers(state.match, (), ())
    return {
        **about_json(match, state.seats),
        "confirm": CONFIRM[match.confirm],
        "played_at": match.played_at,
        "sheet_version": sheet_version(state),
        "waits_for": [seat.position for seat in confirmers.missing] if match.is_waiting else [],
        "confirmations": [_confirmation(row, confirmers.answers) for row in confirmers.answers],
        "next_number": state.next_number,
        "options": match.options,
        "sheet": public_sheet(state),
    }


def about_json(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a match as in lists, without its sheet."""
    return shaped(matches.MATCH, match, seats=[_seat(seat) for seat in seats])


def _confirmation(row: Confirmation, answers: Sequence[Confirmation]) -> dict[str, Any]:
    """Return a confirmation that still counts; earlier ones are only in the history."""
    same_device = _same_device(row, answers)
    return shaped(
        matches.SAID, row, says=SAYS[row.kind], seat=row.position, at=row.recorded_at, same_device=same_device
    )


def _same_device(row: Confirmation, answers: Sequence[Confirmation]) -> list[int | None]:
    """Return the other seats that were confirmed on the same browser."""
    return [other.position for other in answers if row.browser and other.browser == row.browser and other != row]


def _seat(seat: Seat) -> dict[str, Any]:
    name, is_winner, is_loser = seat.player.label, seat.is_winner, seat.is_loser
    return shaped(matches.SEAT, seat, seat=seat.position, name=name, winner=is_winner, loser=is_loser)


def public_sheet(state: MatchState) -> dict[str, Any]:
    """Return the sheet with names, without what is not public yet."""
    return sheet_json(state.engine, state.public.sheet, state.names)


def entry_json(state: MatchState, entry: Entry) -> dict[str, Any]:
    """Return an entry. One that is not public yet is `hidden`, without payload and note, also for its author."""
    hidden = state.hides(entry.kind, entry.payload)
    unread = {"payload": None, "note": ""} if hidden else {}
    return shaped(matches.ENTRY, entry, hidden=hidden, **unread)
