"""Fixtures for forecasts: a club with enough matches, and a forecast computed at once instead of by a worker."""

from uuid import UUID

import pytest

from clubs.models import Club, Player
from games.forecasts.stored import compute
from games.models import Forecast, Match
from tests.factory import a_history, a_match

asked: list[UUID] = []


def note(match_id: UUID) -> None:
    """Record the match instead of queueing a job."""
    asked.append(match_id)


@pytest.fixture(autouse=True)
def no_queue(settings: object) -> list[UUID]:
    """The keys of the matches for which a forecast was requested."""
    settings.FORECASTS = "tests.games.forecasts.conftest.note"  # type: ignore[attr-defined]
    asked.clear()
    return asked


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    """A match after six of its ten hands, in a club with ten finished matches."""
    a_history(club, players, 10)
    return a_match(club, players, hands=6, seed=4, plan=(1, 2, 3, 4, 5, 5, 4, 3, 2, 1))


@pytest.fixture
def forecast(match: Match) -> Forecast:
    """Compute the forecast of the match and return it."""
    compute(match.pk)
    return Forecast.objects.get(match=match)
