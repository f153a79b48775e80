"""A club with everything that an archive must hold, built once per module."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from clubs.models import Club
from tests.dogclub.exchange.archive.whole import a_whole_club


@pytest.fixture(autouse=True)
def kept_here(settings: Settings, tmp_path: Path) -> None:
    """Run jobs in the test's own process and store files in its folder."""
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture(scope="module")
def kennel(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield a_whole_club()
        transaction.set_rollback(True)
