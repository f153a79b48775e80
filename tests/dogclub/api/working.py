"""Jobs that run in the test's own process, and stored files that are removed after the test."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from dogclub.jobs.run import run_here
from dogclub.models import Job


@pytest.fixture
def worker(settings: Settings, tmp_path: Path) -> None:
    """Run jobs in the test's own process and store files in its folder."""
    settings.JOB_QUEUE = "tests.dogclub.jobs.doings.EARS"
    settings.JOBS_STAY_HERE = True
    settings.MEDIA_ROOT = tmp_path / "files"


def work(**which: Any) -> None:
    """Run every queued job that matches the filter."""
    for job in Job.objects.filter(state=Job.State.QUEUED, **which):
        run_here(job.pk)
