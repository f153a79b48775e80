"""A club, job kinds that exist only in tests, and a queue that records what it is sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.dogclub.jobs import doings
from tests.dogclub.jobs.names import KINDS


@pytest.fixture(autouse=True)
def ears(settings: Settings, tmp_path: Path) -> Iterator[doings.Ears]:
    """The recording queue, with the test's job kinds; jobs run in the test's own process."""
    settings.JOB_KINDS = {**settings.JOB_KINDS, **KINDS}
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"
    doings.EARS.told, doings.EARS.is_deaf = [], False
    yield doings.EARS
    doings.EARS.told, doings.EARS.is_deaf = [], False
