"""A season of the club, and jobs that run in the test's own process."""

from datetime import date
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from clubs.models import Club, Season


@pytest.fixture(autouse=True)
def at_once(settings: Settings, tmp_path: Path) -> None:
    """Run jobs in the test's own process and store files in its folder."""
    settings.JOB_QUEUE = "tests.dogclub.exchange.books.making.NOBODY"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, name="Autumn 2026", starts_on=date(2026, 9, 17), ends_on=date(2026, 12, 17))
