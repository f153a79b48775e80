"""Work that is done in place, and files that go when the test is over."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from dogclub.jobs.worker.run import run_here
from dogclub.models import Job


@pytest.fixture
def worker(settings: Settings, tmp_path: Path) -> None:
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"


def work(**which: Any) -> None:
    """Whatever waits."""
    for job in Job.objects.filter(state=Job.State.QUEUED, **which):
        run_here(job.pk)
