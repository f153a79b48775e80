"""Standings tell days by the club's clocks; where TIME_ZONE changed, a start ranks them anew."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from clubs.models import Club
from dogclub.jobs.standings_zone import NAME, follow_time_zone, remember
from games.consequences.follow import rebuild
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings: Settings, tmp_path: Path) -> Club:
    """Two matches that were one evening by the clocks of Lisbon, and two by those of Auckland."""
    settings.VAR, settings.TIME_ZONE = tmp_path, "Europe/Lisbon"
    club = a_club()
    players = some_players(club, 5)
    for hour in (14, 19):
        a_match(club, players, hands=None, seed=hour, started_at=datetime(2026, 1, 8, hour, tzinfo=UTC))
    follow_time_zone()
    return club


def test_in_another_zone_standings_are_ranked_anew(club: Club, settings: Settings) -> None:
    assert rebuild(club, check=True) == []
    settings.TIME_ZONE = "Pacific/Auckland"
    assert rebuild(club, check=True) != []
    follow_time_zone()
    assert rebuild(club, check=True) == []
    assert (settings.VAR / NAME).read_text() == "Pacific/Auckland from 05:00"


def test_in_the_same_zone_nothing_is_asked(club: Club) -> None:
    with CaptureQueriesContext(connection) as asked:
        follow_time_zone()
    assert len(asked) == 0


def test_what_was_restored_from_another_zone_is_ranked_anew(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    remember("Europe/Lisbon")
    follow_time_zone()
    assert rebuild(club, check=True) == []
