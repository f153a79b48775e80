"""The process of a job: its memory, its processor time, and its end when nobody wants the job any more."""

import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from dogclub.jobs import enqueue
from dogclub.jobs import run as running
from dogclub.jobs.run import BROKE_OFF, TOO_LARGE, claim, run, run_claimed
from dogclub.models import Job
from tests.factory import a_club
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
State = Job.State
LIMITED = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
import django
django.setup()
from dogclub.jobs.work import limit_memory, limit_processor
limit_memory()
try:
    bytearray(400 * 1024 * 1024)
except MemoryError:
    print("too much", flush=True)
limit_processor(1)
while True:
    pass
"""
FOR_EVER = "while True: pass"
ALL_ITS_TIME = f"import os; os.kill(os.getpid(), {signal.SIGXCPU:d})"
KILLED = f"import os; os.kill(os.getpid(), {signal.SIGKILL:d})"
MINUTE = "It took longer than 1 minute, and was ended."


def after_one_try(job: Job, tmp_path: Path, script: str) -> tuple[str, int, str]:
    """Run the job with this script as its process; return its state, tries and problem."""
    (tmp_path / "manage.py").write_text(script)
    claimed = claim(job.pk, uuid4())
    assert claimed
    if script == FOR_EVER and job.kind == "test-apart":
        Job.objects.filter(pk=job.pk).update(cancel_asked_at=timezone.now())
    run_claimed(claimed)
    found = Job.objects.get(pk=job.pk)
    return found.state, found.tries, found.problem


@pytest.fixture(autouse=True)
def scripts(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process of a job run a script of the test, and look at it often."""
    settings.JOBS_STAY_HERE = False
    monkeypatch.setattr(running, "FILES", tmp_path)
    monkeypatch.setattr(running, "TICK", 0.05)
    monkeypatch.setattr(running, "ENDS_BY_ITSELF", 0.1)


def test_a_process_that_does_not_notice_that_its_job_was_cancelled_is_ended(tmp_path: Path) -> None:
    """A regression test: it computed on, and kept the thread of a worker, for up to an hour."""
    assert after_one_try(enqueue("test-apart", a_club()), tmp_path, FOR_EVER) == (State.CANCELLED, 1, "")


def test_the_process_of_a_deleted_job_is_ended(tmp_path: Path) -> None:
    job = enqueue("test-apart", a_club())
    (tmp_path / "manage.py").write_text(FOR_EVER)
    claimed = claim(job.pk, uuid4())
    assert claimed
    job.delete()
    run_claimed(claimed)


@pytest.mark.parametrize(
    ("script", "after"),
    [
        (ALL_ITS_TIME, (State.FAILED, 1, MINUTE)),
        (KILLED, (State.QUEUED, 1, str(BROKE_OFF))),
    ],
)
def test_only_a_process_that_used_all_its_time_is_not_begun_again(
    tmp_path: Path, script: str, after: tuple[str, int, str]
) -> None:
    assert after_one_try(enqueue("test-brief", a_club()), tmp_path, script) == after


def test_a_process_that_waits_for_longer_than_its_time_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(0, 10_000, 20))
    monkeypatch.setattr(running, "time", mock.Mock(monotonic=lambda: next(ticks)))
    assert after_one_try(enqueue("test-brief", a_club()), tmp_path, FOR_EVER) == (State.FAILED, 1, MINUTE)


def test_work_that_needs_too_much_memory_says_so(settings: Settings, db: None) -> None:
    settings.JOBS_STAY_HERE = True
    job = enqueue("test-large", a_club())
    run(job.pk)
    assert Job.objects.get(pk=job.pk).problem == str(TOO_LARGE)


def test_the_process_of_a_job_gets_no_more_than_its_memory_and_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOB_MEMORY", "256")
    done = subprocess.run([sys.executable, "-c", LIMITED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("too much\n", -signal.SIGXCPU)
