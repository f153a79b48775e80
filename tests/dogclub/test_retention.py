"""Data with a retention period is deleted on schedule; newer data stays."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from clubs.models import Club, Role, Session
from dogclub import background
from dogclub.jobs import work
from dogclub.models import ImportBatch, Job
from dogclub.operations.leftover_files import ask_when_due
from tests.factory import a_club, a_member

pytestmark = pytest.mark.django_db
OLD, YOUNG = timedelta(days=31), timedelta(days=29)


@pytest.fixture
def club(settings: Settings, tmp_path: Path) -> Club:
    settings.MEDIA_ROOT = tmp_path / "files"
    return a_club()


def an_end(club: Club, kind: str, state: str, ago: timedelta) -> str:
    """Create a job that ended `ago` with a file, and return the name of the file."""
    job = Job.objects.create(kind=kind, club=club, state=state, finished_at=timezone.now() - ago)
    job.file = default_storage.save(f"jobs/{job.pk}/one", ContentFile(b"woof"))
    job.save()
    return job.file


def an_import(club: Club, state: str, ago: timedelta, source: str = "") -> str:
    row = ImportBatch(club=club, state=state, source=source, created_at=timezone.now() - ago, file_name="nights.csv")
    row.file = default_storage.save(f"imports/{row.pk}", ContentFile(b"woof"))
    row.save()
    return row.file


def a_session(club: Club, *, is_over: bool) -> str:
    moment = timezone.now() + timedelta(hours=-1 if is_over else 1)
    row = Session.objects.create(session_key=f"over-{is_over}", session_data="", expire_date=moment)
    user = club.memberships.get().user
    UserSession.objects.create(user=user, session_key=row.pk, ip="127.0.0.1")
    return row.pk


def look_after_everything(committed: DjangoCaptureOnCommitCallbacks) -> None:
    with committed(execute=True):
        for each in background.rounds():
            each.look()


def test_jobs_of_every_kind_and_end_go_with_their_files(
    club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ends = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)
    old = [an_end(club, kind, state, OLD) for kind in ("archive", "season-book", "hook") for state in ends]
    young = [an_end(club, "hook", state, YOUNG) for state in ends]
    look_after_everything(django_capture_on_commit_callbacks)
    assert {*Job.objects.values_list("file", flat=True)} == {*young}
    assert not any(default_storage.exists(name) for name in old)
    assert all(default_storage.exists(name) for name in young)


def test_files_that_nobody_went_on_with_go_and_what_was_imported_stays(
    club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    state = ImportBatch.State
    old = [an_import(club, each, OLD) for each in (state.READING, state.ASKING)]
    old += [an_import(club, each, OLD, "whole-archive") for each in (state.ASKING, state.REFUSED)]
    kept = [an_import(club, state.ASKING, YOUNG), an_import(club, state.DONE, OLD), an_import(club, state.WRITING, OLD)]
    kept.append(an_import(club, state.REFUSED, YOUNG, "whole-archive"))
    look_after_everything(django_capture_on_commit_callbacks)
    assert {*ImportBatch.objects.values_list("file", flat=True)} == {*kept}
    assert not any(default_storage.exists(name) for name in old)
    assert all(default_storage.exists(name) for name in kept)


def test_what_a_killed_run_said_of_its_progress_goes_after_an_hour(
    club: Club, settings: Settings, tmp_path: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.VAR = tmp_path
    old, young = Job.objects.create(kind="rebuild", club=club), Job.objects.create(kind="rebuild", club=club)
    for job in (old, young):
        work.say(job.pk, {"percent": 50, "steps": [], "now": "Bea"})
    place = tmp_path / "jobs" / f"{old.pk}.json"
    os.utime(place, (time.time() - 3700,) * 2)
    look_after_everything(django_capture_on_commit_callbacks)
    assert [each.name for each in (tmp_path / "jobs").iterdir()] == [f"{young.pk}.json"]


def test_left_over_files_are_no_work_of_a_start() -> None:
    (one,) = (each for each in background.rounds() if each.do is ask_when_due)
    one.look()
    assert not Job.objects.exists()
    one.begun -= 301
    one.look()
    one.look()
    assert [job.kind for job in Job.objects.all()] == ["clear-files"]


def test_sessions_that_ran_out_go_with_the_list_of_where_one_is_signed_in(
    club: Club, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    a_member(club, Role.OWNER)
    _, open_one = a_session(club, is_over=True), a_session(club, is_over=False)
    look_after_everything(django_capture_on_commit_callbacks)
    assert [*Session.objects.values_list("pk", flat=True)] == [open_one]
    assert [*UserSession.objects.values_list("session_key", flat=True)] == [open_one]
