"""The stored forecast of a match: requested, and calculated by a worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from clubs.models import ShowChances
from games.base.forecasts import ForecastPoint, Forecasts
from games.consequences.follow import rounds_changed
from games.entries.match_state import MatchState, load
from games.live import club_topic, forecast_topic, publish
from games.models import Forecast, Match
from games.registry import table_game
from scoring.record_format.strict import resolved

# The worker's task: calculate a match's forecast, store it if it changed, and publish its new version.


def compute(match_id: UUID) -> None:
    """Bring the stored forecast of a match up to date; repeating a request does no harm.

    Does nothing if the match is gone, its game has no forecasts, or its club has turned them off.
    """
    match = Match.objects.select_related("club").filter(pk=match_id).first()
    forecasts = None if match is None else table_game(match.game).forecasts
    if match is None or forecasts is None or match.club.chances == ShowChances.NOWHERE:
        return
    state, stored = load(match), Forecast.objects.filter(match=match).first()
    made = _made(state, forecasts, stored)
    if stored is None or (stored.points, stored.history) != (made.points, made.history):
        _keep(made, match, is_new=stored is None)


def _made(state: MatchState, forecasts: Forecasts, stored: Forecast | None) -> Forecast:
    keeps = stored is not None and forecasts.covers(stored.history, state)
    history = stored.history if stored and keeps else forecasts.history(state)
    points: Sequence[ForecastPoint] = ()
    if forecasts.is_enough(history):
        points = forecasts.curve(state, history, points_of(stored) if keeps else ())
    version = stored.version + 1 if stored else 1
    written = [msgspec.to_builtins(point) for point in points]
    return Forecast(match=state.match, version=version, history=history, points=written)


@transaction.atomic
def _keep(made: Forecast, match: Match, *, is_new: bool) -> None:
    """Store and publish a forecast; of two simultaneous workers the first one writes, as both have the same result."""
    if is_new:
        Forecast.objects.bulk_create([made], ignore_conflicts=True)
    else:
        rows = Forecast.objects.filter(match=match, version=made.version - 1)
        rows.update(version=made.version, history=made.history, points=made.points)
    publish({forecast_topic(match.pk): made.version, club_topic(match.club_id): None})


def points_of(forecast: Forecast | None) -> list[ForecastPoint]:
    """The stored points of a forecast; empty if there is none."""
    return [msgspec.convert(point, resolved(ForecastPoint)) for point in forecast.points] if forecast else []


# Requests to a worker for the forecast of a match: after a write to its rounds, or if a page finds it outdated.


def request_forecast(match_id: UUID) -> None:
    """Queue a forecast once the transaction is committed; makes no queries.

    A request that gets lost is repeated by the next page that finds the forecast out of date.
    """
    transaction.on_commit(lambda: import_string(settings.FORECASTS)(match_id), robust=True)


def connect() -> None:
    """Request a forecast after every change of a match's rounds."""
    rounds_changed.connect(_ask, dispatch_uid="chances after a round")


def _ask(state: MatchState, **_: Any) -> None:
    if table_game(state.match.game).forecasts is not None:
        request_forecast(state.match.pk)


# The stored forecast of a match, and whether it belongs to the current sheet.


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
