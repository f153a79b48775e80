"""While a tablet writes, Redis is killed or hangs, the clock is set back, or the database is damaged: entries exist
once.
"""

import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games import ledger
from games.ledger import Author, Draft
from scoring.dirty_dog import DIRTY_DOG
from tests.databases import database_of
from tests.dogclub.kennel import OwnRedis
from tests.factory import a_club, some_players
from tests.faults.counts import Counts
from tests.faults.scripts import script
from tests.faults.writing import Writer, knowing_this_process
from tests.server import Server

pytestmark = pytest.mark.thorough


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path)
    one.start()
    yield one
    one.kill()


def stopped(one: OwnRedis) -> None:
    one.kill()


def hung(one: OwnRedis) -> None:
    assert one.process
    one.process.send_signal(signal.SIGSTOP)


@pytest.mark.needs("redis-server")
@pytest.mark.parametrize("trouble", [stopped, hung])
def test_without_redis_entries_are_written(
    stopped_server: Server, own_redis: OwnRedis, trouble: Callable[[OwnRedis], None], django_db_blocker: DjangoDbBlocker
) -> None:
    stopped_server.extra = {"REDIS_URL": own_redis.url}
    with django_db_blocker.unblock(), database_of(stopped_server):
        writer = Writer(knowing_this_process(stopped_server))
        assert [writer.send(version)[0] for version in range(3)] == [201] * 3
        trouble(own_redis)
        assert [writer.send(version)[0] for version in range(3, 6)] == [201] * 3
        assert writer.send(5)[0] == 200  # sent again
        assert writer.counts() == Counts(1, 6)


@pytest.mark.only("sqlite")
def test_a_damaged_database_is_refused_and_the_backup_has_what_was_acknowledged(
    stopped_server: Server, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(stopped_server):
        writer = Writer(knowing_this_process(stopped_server))
        assert [writer.send(version)[0] for version in range(10)] == [201] * 10
        assert stopped_server.manage("backup", str(tmp_path / "kept")).returncode == 0
        stopped_server.kill()
    for suffix in ("-wal", "-shm"):
        (stopped_server.var / f"dogclub.sqlite3{suffix}").unlink(missing_ok=True)
    with (stopped_server.var / "dogclub.sqlite3").open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"bone" * 40_960)
    refused = stopped_server.manage("serve", "--port", "0")
    assert "is damaged." in refused.stderr
    assert stopped_server.manage("restore", str(tmp_path / "kept"), "--replace").returncode == 0
    stopped_server.start("--no-worker")
    with django_db_blocker.unblock(), database_of(stopped_server):
        assert writer.counts() == Counts(1, 10)


@pytest.mark.django_db
def test_a_clock_set_back_neither_loses_nor_doubles_an_entry() -> None:
    club, now = a_club(), timezone.now()
    match, messages = ledger.start(club, DIRTY_DOG.key, some_players(club, 5)), script(76, whole_hands=False)[:10]
    for hours, first, last in ((0, 0, 5), (-1, 5, 10), (0, 0, 10)):  # at last everything again
        with time_machine.travel(now + timedelta(hours=hours)):
            for version, message in enumerate(messages[first:last], start=first):
                drafts = [Draft(each["kind"], each["number"], each["payload"], id=UUID(each["id"])) for each in message]
                ledger.record(match.pk, drafts, version=version, by=Author(None, "a test"))
    counts = Counts()
    counts.add([message[0]["id"] for message in messages], map(str, match.entries.values_list("pk", flat=True)))
    assert counts == Counts(1, 10)
    assert ledger.rescore(match.pk, check=True) == []
