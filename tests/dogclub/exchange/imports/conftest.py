"""A club with five players, and jobs that run in the test's own process."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.models import Club, Role
from tests.factory import a_club, a_member, some_players


@pytest.fixture(autouse=True)
def kept_here(settings: Settings, tmp_path: Path) -> None:
    """Run jobs in the test's own process and store files in its folder."""
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def club(db: None) -> Club:
    club = a_club()
    some_players(club)
    return club


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client
