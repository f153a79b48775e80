"""What the API says about a match and about an entry."""

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
    """A match as lists show it, without its sheet."""
    return shaped(matches.MATCH, match, seats=[_seat(seat) for seat in seats])


def _confirmation(row: Confirmation, answers: Sequence[Confirmation]) -> dict[str, Any]:
    """What still counts; all that was ever said stands in the history."""
    same_device = _same_device(row, answers)
    return shaped(
        matches.SAID, row, says=SAYS[row.kind], seat=row.position, at=row.recorded_at, same_device=same_device
    )


def _same_device(row: Confirmation, answers: Sequence[Confirmation]) -> list[int | None]:
    """For which other seats it spoke."""
    return [other.position for other in answers if row.browser and other.browser == row.browser and other != row]


def _seat(seat: Seat) -> dict[str, Any]:
    name, is_winner, is_loser = seat.player.label, seat.is_winner, seat.is_loser
    return shaped(matches.SEAT, seat, seat=seat.position, name=name, winner=is_winner, loser=is_loser)


def public_sheet(state: MatchState) -> dict[str, Any]:
    """By names; what nobody may read yet is left out."""
    return sheet_json(state.engine, state.public.sheet, state.names)


def entry_json(state: MatchState, entry: Entry) -> dict[str, Any]:
    """What an entry says, unless nobody may read it yet: then it is `hidden`, for whoever wrote it as for everybody."""
    hidden = state.hides(entry.kind, entry.payload)
    unread = {"payload": None, "note": ""} if hidden else {}
    return shaped(matches.ENTRY, entry, hidden=hidden, **unread)
