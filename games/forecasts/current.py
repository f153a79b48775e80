"""The stored forecast of a match, and whether it belongs to the current sheet."""

from dataclasses import dataclass

from clubs.models import ShowChances
from games.base.results.forecasts import ForecastPoint, Forecasts
from games.entries.match_state import MatchState
from games.forecasts.compute import points_of
from games.forecasts.request import request_forecast
from games.models import Forecast, Match
from games.registry import table_game


@dataclass(frozen=True)
class Current:
    """The forecast of a match's current sheet.

    `is_known` says that a worker has processed this sheet. If it has and `points` is empty, the club has too few
    matches; `matches` is how many there are.
    """

    forecasts: Forecasts
    points: list[ForecastPoint]
    is_known: bool
    matches: int


def has_chances(match: Match, *, on_wall: bool = False) -> bool:
    """Whether a match has a forecast to show: its game offers one, its club shows it there, and a finished match has
    rounds.
    """
    wanted = (ShowChances.WALL,) if on_wall else (ShowChances.MATCH, ShowChances.WALL)
    if match.finished_at and not match.rounds:
        return False
    return table_game(match.game).forecasts is not None and match.club.chances in wanted


def forecast_of(match: Match) -> Forecast | None:
    """The stored forecast, or None; one query."""
    return Forecast.objects.filter(match=match).first()


def version_of(match: Match) -> int:
    """The version of the stored forecast, 0 if there is none; one query."""
    return Forecast.objects.filter(match=match).values_list("version", flat=True).first() or 0


def current(state: MatchState) -> Current:
    """The forecast of the current sheet; one query.

    If the stored one is out of date, a new one is requested from a worker, and the result has no points.
    """
    forecasts = table_game(state.match.game).forecasts
    assert forecasts is not None
    stored = forecast_of(state.match)
    points, keys = points_of(stored), forecasts.keys(state)
    matches = int(stored.history["matches"]) if stored else 0
    is_known = stored is not None and forecasts.covers(stored.history, state)
    is_known = is_known and (not points or [point.key for point in points] == keys)
    if not is_known:
        request_forecast(state.match.pk)
    return Current(forecasts, points if is_known else [], is_known, matches)
