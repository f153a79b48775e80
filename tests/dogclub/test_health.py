"""The health endpoints: alive, ready, or what is missing; without secrets, and never cached."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from dogclub.models import Job
from tests.machine import REDIS_URL
from tests.server import Server

READY = "/health/ready"


def status_and_json(client: Client, **headers: Any) -> tuple[int, dict[str, Any]]:
    answer = client.get(READY, **headers)
    return answer.status_code, answer.json()


def test_alive_is_said_without_the_database(client: Client) -> None:
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_ready_names_all_it_looked_at(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = ""
    status, found = status_and_json(client)
    assert (status, found.pop("status")) == (200, "ok")
    assert list(found) == ["database", "work", "static", "disk"]
    assert all(each["ok"] for each in found.values())


@pytest.mark.django_db
def test_ready_costs_three_questions_at_most(client: Client, settings: LazySettings) -> None:
    settings.BACKUP_TO = "/somewhere"
    with CaptureQueriesContext(
        connection,
    ) as asked:
        status_and_json(client)
    assert len(asked) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/live", READY])
def test_nobody_is_turned_away_redirected_or_remembered(client: Client, settings: LazySettings, path: str) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS, settings.REDIS_URL = True, ["dogclub.example"], ""
    answer = client.get(path, headers={"host": "10.1.2.3:8000"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert not answer.cookies
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


@pytest.mark.django_db
def test_every_other_page_minds_its_host_and_https(client: Client, settings: LazySettings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["dogclub.example"]
    assert client.get("/health/", headers={"host": "10.1.2.3"}).status_code == 400
    assert client.get("/health/else", headers={"host": "dogclub.example"}).status_code == 301


def down(*_: Any, **__: Any) -> Any:
    raise OperationalError("connection to db.example as dogs failed")


@pytest.mark.django_db
def test_without_its_database_it_is_not_ready_and_says_no_more_than_that(
    client: Client, settings: LazySettings
) -> None:
    settings.REDIS_URL = ""
    with mock.patch.object(connection, "cursor", down), mock.patch.object(connection, "close"):
        status, found = status_and_json(client)
        assert client.get("/health/live").status_code == 200
    assert (status, found["status"], found["database"]["ok"]) == (503, "not ready", False)
    assert found["database"]["words"] == "The database does not answer."
    assert "work" not in found
    assert "example" not in str(found)


@pytest.mark.django_db
def test_a_database_older_than_the_program_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games' AND name LIKE '0001%%'")
    status, found = status_and_json(client)
    assert (status, found["database"]["words"]) == (503, "The database is older than the program: run migrate.")


@pytest.mark.django_db
def test_work_nobody_does_is_not_ready(client: Client) -> None:
    for minutes in (1, 17):
        Job.objects.create(kind="mail", due_at=timezone.now() - timedelta(minutes=minutes))
    status, found = status_and_json(client)
    assert (status, found["work"]["words"]) == (503, "2 waiting, the oldest for 17 minutes: is there a worker?")


@pytest.mark.django_db
def test_work_that_is_not_due_yet_or_just_came_is_no_trouble(client: Client) -> None:
    for minutes in (-60, 1):
        Job.objects.create(kind="mail", due_at=timezone.now() - timedelta(minutes=minutes))
    status, found = status_and_json(client)
    assert (status, found["work"]["words"]) == (200, "1 waiting.")


@pytest.mark.django_db
def test_a_full_disk_is_not_ready(client: Client) -> None:
    with mock.patch("shutil.disk_usage", return_value=mock.Mock(free=50_000_000)):
        status, found = status_and_json(client)
    assert (status, found["disk"]["words"]) == (503, "The disk is nearly full: less than 100 MB are free.")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hours", "is_well", "words"),
    [
        (None, False, "There is none yet."),
        (3, True, "The last one is 3 hours old."),
        (72, False, "The last one is 3"),
    ],
)
def test_an_old_backup_is_told_and_takes_nobody_off_the_net(
    client: Client, settings: LazySettings, hours: int | None, is_well: bool, words: str
) -> None:
    settings.BACKUP_TO = "/somewhere"
    if hours:
        when = timezone.now() - timedelta(hours=hours)
        Job.objects.create(kind="backup", state=Job.State.DONE, finished_at=when)
    status, found = status_and_json(client)
    assert (status, found["backup"]["ok"]) == (200, is_well)
    assert found["backup"]["words"].startswith(words)


@pytest.mark.django_db
@pytest.mark.needs("redis")
@pytest.mark.parametrize(("url", "status"), [(REDIS_URL, 200), ("redis://:a-secret@127.0.0.1:1/0", 503)])
def test_redis_is_asked_where_there_is_one(client: Client, settings: LazySettings, url: str, status: int) -> None:
    settings.REDIS_URL = url
    assert status_and_json(client)[0] == status
    assert "a-secret" not in str(status_and_json(client))


@pytest.mark.thorough
def test_a_real_server_is_alive_and_ready(shared_server: Server) -> None:
    import json
    import urllib.request

    for path in ("/health/live", READY):
        with urllib.request.urlopen(f"{shared_server.url}{path}", timeout=60) as answer:
            assert json.load(answer)["status"] == "ok"
