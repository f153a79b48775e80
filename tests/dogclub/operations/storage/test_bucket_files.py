"""The storage backend for a bucket behaves as one for a folder, and reports its errors."""

import io
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.files.base import ContentFile, File
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from dogclub import storage as bucket_files
from dogclub.configuration.environment import files_storage
from dogclub.operations.health.checks import of_files
from dogclub.server.web.errors import broken
from dogclub.storage import PART, BucketFiles, Refused
from tests.dogclub.operations.storage.conftest import KEY, SECRET, Storage

WHERE = "s3://kennel/dogs"


@pytest.fixture
def files(storage: Storage, settings: Settings) -> BucketFiles:
    settings.S3 = storage.settings
    return BucketFiles(WHERE)


def test_a_file_is_kept_found_read_and_deleted(files: BucketFiles, storage: Storage) -> None:
    name = files.save("jobs/1234/lease", ContentFile(b"woof"))
    assert name == "jobs/1234/lease"
    assert storage.files() == ["dogs/jobs/1234/lease"]
    assert (files.exists(name), files.size(name)) == (True, 4)
    assert files.listdir("jobs") == (["1234"], [])
    assert files.listdir("jobs/1234") == ([], ["lease"])
    with files.open(name) as file:
        assert file.read() == b"woof"
    files.delete(name)
    files.delete(name)
    assert (files.exists(name), files.listdir("jobs"), storage.files()) == (False, ([], []), [])


def test_what_is_not_there_is_not_found(files: BucketFiles) -> None:
    for name in ("jobs/none", ""):
        assert not files.exists(name)
        with pytest.raises(FileNotFoundError):
            files.open(name)


def test_a_large_file_comes_in_parts_and_is_read_from_the_middle(files: BucketFiles, tmp_path: Path) -> None:
    whole = bytes(range(256)) * (2 * PART // 256) + b"end"
    (tmp_path / "large").write_bytes(whole)
    with (tmp_path / "large").open("rb") as content:
        name = files.save("jobs/large", File(content))
    assert files.size(name) == len(whole)
    with files.open(name) as file:
        file.seek(PART)
        assert (file.tell(), file.read(256)) == (PART, bytes(range(256)))
        file.seek(-3, io.SEEK_END)
        assert file.read() == b"end"
        file.seek(0)
        assert file.read() == whole


def test_the_setting_chooses_between_a_folder_and_a_bucket() -> None:
    assert files_storage("/mnt/files") == files_storage("")
    assert files_storage(WHERE)["OPTIONS"] == {"url": WHERE}


@pytest.fixture
def in_bucket(files: BucketFiles, settings: Settings) -> BucketFiles:
    """The settings as FILES_TO sets them for a bucket."""
    settings.FILES_TO, settings.STORAGES = WHERE, {**settings.STORAGES, "default": files_storage(WHERE)}
    return files


def problems() -> list[str]:
    return [str(each.msg) for each in run_checks(tags=["files"], include_deployment_checks=True)]


def test_a_bucket_that_works_is_no_problem_and_nothing_is_left_in_it(in_bucket: BucketFiles, storage: Storage) -> None:
    assert problems() == []
    assert [each.words for each in of_files()] == ["There."]
    assert storage.files() == []


def test_a_bucket_that_is_not_there_is_said_by_the_check_and_by_health(
    in_bucket: BucketFiles, storage: Storage
) -> None:
    assert storage.ask("DELETE", "/kennel")[0] == 204
    (problem,) = problems()
    assert problem.startswith("The bucket of FILES_TO cannot be used. trial/")
    assert problem.endswith("could not be stored: there is no such bucket or file.")
    (finding,) = of_files()
    assert (finding.is_well, finding.words) == (
        False,
        "trial could not be looked into: there is no such bucket or file.",
    )


def test_wrong_keys_are_said_without_naming_them(in_bucket: BucketFiles, storage: Storage) -> None:
    assert storage.ask("POST", "/moto-api/reset-auth", "0")[0] == 200
    try:
        (problem,) = problems()
    finally:
        assert storage.ask("POST", "/moto-api/reset-auth", "inf")[0] == 200
    assert problem.endswith("could not be stored: the keys are not known there, or may not do that.")
    assert KEY not in problem
    assert SECRET not in problem


@pytest.mark.parametrize("path", ["/c/kennel/office/", "/api/v1/clubs/"])
def test_where_nobody_answers_a_page_says_so_and_when_to_come_again(settings: Settings, path: str) -> None:
    settings.S3 = Storage(port=1).settings
    try:
        BucketFiles(WHERE).exists("jobs/1234/lease")
    except Refused as error:
        said, response = str(error), broken(RequestFactory().get(path))
    assert said.startswith("jobs/1234/lease could not be looked for: the storage does not answer")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert "The storage of files does not answer" in response.content.decode()


@pytest.mark.parametrize("what", ["exists", "open", "listdir", "delete"])
def test_a_storage_that_is_silent_is_given_up(what: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes connections, and says nothing: one attempt, and the page answers."""
    monkeypatch.setattr(bucket_files, "FIRST_BYTE", timedelta(seconds=0.3))
    monkeypatch.setattr(bucket_files, "RETRIED", timedelta(seconds=0.1))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        settings.S3 = {"endpoint": f"http://127.0.0.1:{port}", "region": "us-east-1"}
        settings.S3 |= {"access_key_id": KEY, "secret_access_key": SECRET}
        with pytest.raises(Refused, match="does not answer"):
            getattr(BucketFiles(WHERE), what)("jobs/one")
        silent.setblocking(False)
        assert len(list(accepted(silent))) == 1


def accepted(server: socket.socket) -> Iterator[socket.socket]:
    """Accept all connections that wait."""
    with suppress(BlockingIOError):
        while True:
            yield server.accept()[0]
