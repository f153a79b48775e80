"""Clubs that have played enough for chances, and a worker that calculates at once where a test wants one."""

from uuid import UUID

import pytest

from clubs.models import Club, Player
from games.forecasts.compute import compute
from games.models import Forecast, Match
from tests.factory import a_history, a_match

asked: list[UUID] = []


def note(match_id: UUID) -> None:
    """In the place of the queue."""
    asked.append(match_id)


@pytest.fixture(autouse=True)
def no_queue(settings: object) -> list[UUID]:
    settings.FORECASTS = "tests.games.forecasts.conftest.note"  # type: ignore[attr-defined]
    asked.clear()
    return asked


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    """Six hands of ten are played; ten matches were finished before."""
    a_history(club, players, 10)
    return a_match(club, players, hands=6, seed=4, plan=(1, 2, 3, 4, 5, 5, 4, 3, 2, 1))


@pytest.fixture
def forecast(match: Match) -> Forecast:
    compute(match.pk)
    return Forecast.objects.get(match=match)
