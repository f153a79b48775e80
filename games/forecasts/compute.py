"""The worker's task: calculate a match's forecast, store it if it changed, and publish its new version."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django.db import transaction

from clubs.models import ShowChances
from games.base.results.forecasts import ForecastPoint, Forecasts
from games.entries.match_state import MatchState, load
from games.live.publish import club_topic, forecast_topic, publish
from games.models import Forecast, Match
from games.registry import table_game
from scoring.record_format.resolved import resolved


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
