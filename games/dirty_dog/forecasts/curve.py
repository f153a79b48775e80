"""The forecast curve of a match: its sheets before the first hand and after each, and the chances at each."""

import hashlib
from collections.abc import Sequence

from games.base.results.forecasts import ForecastPoint, Json
from games.dirty_dog.forecasts.history import read as read_history
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.forecast.points import Point, bounds, settled, sheets_after


def sheets(state: MatchState) -> Sequence[DirtyDogSheet]:
    """Return the sheet before the first hand, and that after each scored hand, with arrivals and leavers up to the
    next.
    """
    entries = (read(state.engine, entry) for entry in state.live)
    return sheets_after(state.match.start_seats, state.options, entries)


def keys(state: MatchState) -> list[str]:
    """The keys of all points of the curve."""
    return [_key(sheet) for sheet in sheets(state)]


def _key(sheet: DirtyDogSheet) -> str:
    """Return a hash of everything the point depends on, except the bidding history."""
    ending = sheet.ending and (sheet.ending.tied_top, sheet.ending.tied_bottom)
    depends = (sheet.hand, dict(sheet.totals), sheet.seating_order, sheet.active_seats, sheet.remaining, ending)
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:16]


def curve(state: MatchState, history: Json, known: Sequence[ForecastPoint]) -> list[ForecastPoint]:
    """Return a point per sheet; points in `known` are reused where the key is the same."""
    by_key = {point.key: point for point in known}
    return [by_key.get(_key(sheet)) or _point(state, history, sheet) for sheet in sheets(state)]


def _point(state: MatchState, history: Json, sheet: DirtyDogSheet) -> ForecastPoint:
    point, certain = _likely(state, history, sheet), bounds(sheet)
    seats = range(len(state.seats))
    return ForecastPoint(
        key=_key(sheet),
        round=sheet.hand,
        win=[point.win.get(seat) for seat in seats],
        last=[point.last.get(seat) for seat in seats],
        out=list(certain.out),
        safe=list(certain.safe),
        is_end=sheet.finished,
    )


def _likely(state: MatchState, history: Json, sheet: DirtyDogSheet) -> Point:
    if sheet.finished:
        return settled(sheet)
    from scoring.dirty_dog.forecast.simulation import forecast  # NumPy is large, and only a worker simulates

    players = {seat.position: seat.player_id for seat in state.seats}
    return forecast(sheet, read_history(history), players, [state.match.pk.int])
