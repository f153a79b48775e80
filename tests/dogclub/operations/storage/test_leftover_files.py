"""Files without a row are deleted from a disk and from a bucket; all other files stay."""

import os
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club
from dogclub.configuration.environment import files_storage
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch, Job
from dogclub.operations import leftover_files
from dogclub.operations.leftover_files import KIND, SAFE_AGE, ask_when_due, last_done
from tests.dogclub.operations.storage.conftest import Storage
from tests.factory import a_club

pytestmark = pytest.mark.django_db
State = Job.State
FOREIGN = ("notes.txt", "photos/rex.jpg", "jobs/readme.txt", "jobs/rex/book.pdf", "imports/nights.csv", "trial/rex")


@pytest.fixture
def on_disk(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def in_bucket(storage: Storage, settings: Settings) -> None:
    where = "s3://kennel/dogs"
    settings.S3, settings.FILES_TO = storage.settings, where
    settings.STORAGES = {**settings.STORAGES, "default": files_storage(where)}


@pytest.fixture(params=["on_disk", "in_bucket"])
def place(request: pytest.FixtureRequest) -> str:
    request.getfixturevalue(request.param)
    return str(request.param)


@pytest.fixture
def club() -> Club:
    return a_club()


def put(name: str) -> str:
    return default_storage.save(name, ContentFile(b"woof"))


def a_job(club: Club, **row: Any) -> Job:
    return Job.objects.create(kind="season-book", club=club, **{"state": State.DONE, **row})


def left_over() -> list[str]:
    """Create a file of each kind without a row, and return their names."""
    return [put(f"jobs/{uuid.uuid4()}/{uuid.uuid4()}"), put(f"imports/{uuid.uuid4()}"), put(f"trial/{uuid.uuid4()}")]


def clean_up() -> dict[str, Any]:
    """Run the clean-up and return its result. The recorded times of each run are two days after the previous one."""
    later = 2 * SAFE_AGE * Job.objects.filter(kind=KIND).count()
    job = Job.objects.create(kind=KIND)
    run_here(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE, job.problem
    assert job.started_at and job.finished_at
    job.started_at, job.finished_at = job.started_at + later, job.finished_at + later
    job.save()
    found: dict[str, Any] = job.result
    return found


def clean_up_when_old() -> dict[str, Any]:
    """Run the clean-up three times and return the third result: only then are the files seen to be over a day old."""
    assert [clean_up()["deleted"] for _ in range(2)] == [0, 0]
    return clean_up()


def there(*names: str) -> set[str]:
    return {name for name in names if default_storage.exists(name)}


def test_what_no_row_names_goes_once_it_is_old_and_what_is_not_ours_stays(
    place: str, club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    gone = left_over()
    foreign = [put(name) for name in FOREIGN]
    assert clean_up_when_old() | {"mark": ""} == {"mark": "", "looked_at": 3, "deleted": 3, "bytes": 12}
    assert caplog.messages[-1] == "Left-over files: 3 looked at, 3 deleted, 12 bytes."
    assert there(*gone) == set()
    assert there(*foreign) == set(FOREIGN)


def test_another_folder_of_the_bucket_is_somebody_elses(in_bucket: None, storage: Storage) -> None:
    theirs = f"theirs/jobs/{uuid.uuid4()}/{uuid.uuid4()}"
    assert storage.ask("PUT", f"/kennel/{theirs}", "woof")[0] == 200
    left_over()
    assert clean_up_when_old()["looked_at"] == 3
    assert storage.files() == ["dogs/last-clean-up", theirs]


def test_what_a_row_names_stays_and_all_of_a_job_that_is_not_over(place: str, club: Club) -> None:
    book, running, waiting = a_job(club), a_job(club, state=State.RUNNING), a_job(club, state=State.QUEUED)
    book.file = put(f"jobs/{book.pk}/{uuid.uuid4()}")
    book.save()
    row = ImportBatch(club=club, file_name="nights.csv")
    row.file = put(f"imports/{row.pk}")
    row.save()
    kept = [book.file, row.file, *(put(f"jobs/{each.pk}/{uuid.uuid4()}") for each in (running, waiting))]
    of_other_runs = [put(f"jobs/{book.pk}/{uuid.uuid4()}"), put(f"jobs/{a_job(club).pk}/{uuid.uuid4()}")]
    of_no_import = put(f"imports/{row.pk}")  # the name exists, so the storage chooses another
    assert of_no_import != row.file
    assert clean_up_when_old()["deleted"] == 3
    assert there(*kept, *of_other_runs, of_no_import) == set(kept)


def test_what_was_written_within_a_day_before_the_last_clean_up_stays(place: str) -> None:
    clean_up()
    young = left_over()
    assert clean_up()["looked_at"] == 0
    assert there(*young) == set(young)


def test_after_another_database_nothing_is_deleted_until_the_next_day(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    """This protects two installations with one bucket, a copy of an installation, and a restored one."""
    files = left_over()
    clean_up()
    clean_up()
    leftover_files.leave("another one")
    assert clean_up()["deleted"] == 0
    assert ["another database cleaned up last" in each.getMessage() for each in caplog.records].count(True) == 1
    assert there(*files) == set(files)
    assert clean_up()["deleted"] == 3


def test_a_database_that_remembers_no_clean_up_deletes_nothing(place: str) -> None:
    """This protects a new installation whose backup is yet to be restored."""
    files = left_over()
    clean_up()
    clean_up()
    Job.objects.all().delete()
    assert clean_up()["deleted"] == 0
    assert there(*files) == set(files)


def test_batch_by_batch_everything_is_looked_at(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftover_files, "NAMES_AT_ONCE", 2)
    files = [put(f"imports/{uuid.uuid4()}") for _ in range(5)]
    assert clean_up_when_old()["deleted"] == 5
    assert there(*files) == set()


def test_on_a_disk_the_empty_folder_of_a_job_goes_as_well(on_disk: None, settings: Settings, club: Club) -> None:
    empty, in_use = uuid.uuid4(), a_job(club, state=State.RUNNING).pk
    folders = [settings.MEDIA_ROOT / "jobs" / str(pk) for pk in (empty, in_use)]
    for folder in folders:
        folder.mkdir(parents=True)
    clean_up_when_old()
    assert [folder.exists() for folder in folders] == [False, True]


def test_a_file_that_may_not_be_deleted_stops_none_of_the_others(
    on_disk: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stubborn, *others = left_over()
    remove = os.remove

    def refuses(name: str, **kwargs: Any) -> None:
        if str(name).endswith(stubborn):
            raise PermissionError(13, "Permission denied")
        remove(name, **kwargs)

    monkeypatch.setattr(os, "remove", refuses)
    assert clean_up_when_old()["deleted"] == 2
    assert there(stubborn, *others) == {stubborn}
    assert f"{stubborn} could not be deleted: Permission denied." in caplog.text


def test_a_bucket_that_does_not_answer_is_tried_again_and_the_log_says_so(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.S3 = Storage(port=1).settings
    settings.STORAGES = {**settings.STORAGES, "default": files_storage("s3://kennel/dogs")}
    job = Job.objects.create(kind=KIND)
    run_here(job.pk)
    job.refresh_from_db()
    assert (job.state, job.due_at > timezone.now()) == (State.QUEUED, True)
    assert "Left-over files could not be cleared away" in caplog.text


def test_it_is_asked_for_once_a_day(on_disk: None) -> None:
    ask_when_due()
    ask_when_due()
    (job,) = Job.objects.filter(kind=KIND)
    run_here(job.pk)
    ask_when_due()
    assert Job.objects.filter(kind=KIND).count() == 1
    Job.objects.update(finished_at=timezone.now() - timedelta(hours=25))
    ask_when_due()
    assert Job.objects.filter(kind=KIND, state=State.QUEUED).count() == 1
    assert last_done() == job
