"""Two machines that share only the database and a bucket: each serves the files of the other."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.dogclub.operations.storage.conftest import KEY, SECRET, Storage
from tests.server import Server

pytestmark = pytest.mark.thorough
BEGIN = """
import json
from django.test import Client
from clubs.models import Role, User
from dogclub import jobs
from tests.factory import a_club, a_match, a_member, some_players
club = a_club()
a_match(club, some_players(club, 5), hands=None)
owner, stranger = a_member(club, Role.OWNER), User.objects.create_user("stranger@dogs.example")
sessions = []
for each in (owner, stranger):
    browser = Client()
    browser.force_login(each)
    sessions.append(browser.cookies["sessionid"].value)
job = jobs.enqueue("archive", club, owner, {})
print(json.dumps({"job": str(job.pk), "page": f"{job.get_absolute_url()}file/", "sessions": sessions}))
"""
BRING = """
import json
from django.core.files.uploadedfile import SimpleUploadedFile
from clubs.models import Club
from dogclub.exchange.imports.review.steps import store
row = store(Club.objects.get(), None, SimpleUploadedFile("nights.csv", b"date,players\\n"))
print(json.dumps(str(row.reading_id)))
"""
FOUND = """
import json
from dogclub.models import Job
print(json.dumps([[job.kind, job.state, job.sha256] for job in Job.objects.order_by("asked_at")]))
"""
A_MONTH_LATER = """
from datetime import timedelta
from django.utils import timezone
from dogclub.jobs.take_next import clear_away
from dogclub.models import Job
Job.objects.update(finished_at=timezone.now() - timedelta(days=31))
print(clear_away())
"""


def answer_of(server: Server, code: str) -> Any:
    done = server.manage("shell", "--verbosity=0", "-c", code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def fetched(server: Server, path: str, session: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urlopen(Request(f"{server.url}{path}", headers={"Cookie": f"sessionid={session}", **headers})) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, b""


@pytest.fixture
def web(stopped_server: Server, storage: Storage) -> Server:
    """The machine that serves pages: its own disk, and files in the bucket."""
    told = {"FILES_TO": "s3://kennel/dogs", "SECRET_KEY": "a key of more than fifty characters 0123456789 abcdefg"}
    stopped_server.extra |= storage.environment | told
    shutil.rmtree(stopped_server.var / "files", ignore_errors=True)
    return stopped_server


@pytest.fixture
def worker(web: Server, tmp_path: Path) -> Server:
    """Another machine: a disk of its own, the same database and bucket."""
    (tmp_path / "other").mkdir()
    return Server(tmp_path / "other", web.database_url, web.extra)


def test_a_file_made_on_one_machine_is_served_by_another_and_cleared_by_either(
    web: Server, worker: Server, storage: Storage
) -> None:
    world = answer_of(web, BEGIN)
    owner, stranger = world["sessions"]
    done = worker.manage("job", world["job"])
    assert done.returncode == 0, done.stderr
    ((kind, state, digest),) = answer_of(web, FOUND)
    assert (kind, state) == ("archive", "done")
    (name,) = storage.files()
    assert name.startswith(f"dogs/jobs/{world['job']}/")

    web.start("--no-worker")
    status, whole = fetched(web, world["page"], owner)
    assert (status, hashlib.sha256(whole).hexdigest()) == (200, digest)
    assert fetched(web, world["page"], owner, Range="bytes=10-19") == (206, whole[10:20])
    assert fetched(web, world["page"], owner, Range="bytes=-5") == (206, whole[-5:])
    assert fetched(web, world["page"], stranger) == (404, b"")
    assert b"Traceback" not in web.log.encode()

    assert answer_of(worker, A_MONTH_LATER) == 1
    assert storage.files() == []
    assert not any((each.var / "files").exists() for each in (web, worker))


def test_a_file_brought_to_one_machine_is_read_by_another(web: Server, worker: Server, storage: Storage) -> None:
    answer_of(web, BEGIN)
    reading = answer_of(web, BRING)
    assert [name.startswith("dogs/imports/") for name in storage.files()] == [True]
    done = worker.manage("job", reading)
    assert done.returncode == 0, done.stderr
    assert [state for kind, state, _ in answer_of(web, FOUND) if kind == "read-import"] == ["done"]


def test_the_check_of_a_deployment_names_a_bucket_that_is_not_there(web: Server, storage: Storage) -> None:
    assert storage.ask("DELETE", "/kennel")[0] == 204
    done = web.manage("check", "--deploy", "--tag", "files")
    assert done.returncode == 1
    assert "(dogclub.files) The bucket of FILES_TO cannot be used." in done.stderr
    assert "there is no such bucket or file." in done.stderr
    assert KEY not in done.stderr + done.stdout
    assert SECRET not in done.stderr + done.stdout
