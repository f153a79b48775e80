"""Jobs are completed although the server, the job's process, a worker or Redis is killed, and take effect once."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dogclub.kennel import BRISK, UNHURRIED, OwnRedis, Work, a_worker, kill
from tests.server import Server, processes_of, until

pytestmark = [pytest.mark.thorough, pytest.mark.both_databases]


@pytest.fixture
def work(stopped_server: Server, tmp_path: Path) -> Work:
    """A job of a server with short heartbeat and lease intervals; the server has not been started yet."""
    stopped_server.extra["DJANGO_SETTINGS_MODULE"] = BRISK
    return Work(stopped_server, tmp_path / "diary")


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path)
    one.start()
    yield one
    one.kill()


def test_killed_in_the_middle_it_is_done_within_ninety_seconds(work: Work) -> None:
    work.server.extra["DJANGO_SETTINGS_MODULE"] = UNHURRIED
    work.server.start()
    work.enqueue("test-slow").has_begun()
    work.server.kill()
    assert work.effects == 0
    work.server.start()
    work.is_done(patience=90)
    assert len(work.runs) == 2


def test_a_server_that_is_stopped_in_the_middle_begins_anew(work: Work) -> None:
    work.server.start()
    work.enqueue("test-slow").has_begun()
    work.server.kill(signal.SIGTERM)
    work.server.start()
    work.is_done()
    assert len(work.runs) == 2


def test_a_child_that_is_killed_is_tried_again(work: Work) -> None:
    work.server.start()
    work.enqueue("test-apart").has_begun()
    (child,) = work.runs
    assert child != work.server.process.pid if work.server.process else False
    kill(child)
    work.is_done()
    assert len(set(work.runs)) == 2


def test_a_child_outlives_its_server_and_finishes(work: Work) -> None:
    work.server.extra["DJANGO_SETTINGS_MODULE"] = UNHURRIED  # a busy machine may delay heartbeats by seconds
    work.server.start()
    work.enqueue("test-apart").has_begun()
    work.server.kill()
    work.is_done()
    work.server.start()
    assert len(work.runs) == 1


def test_child_and_server_killed_together_it_is_begun_anew(work: Work) -> None:
    work.server.start()
    work.enqueue("test-apart").has_begun()
    work.server.kill()
    kill(work.runs[0])
    work.server.start()
    work.is_done()
    assert len(work.runs) == 2


def test_killed_while_its_process_starts_it_is_begun_anew_as_soon(work: Work) -> None:
    """A regression test: nothing took up such a job for two and a half minutes."""
    work.server.start()
    work.enqueue("test-apart")
    until(lambda: work.state == "running")
    assert work.server.process
    for each in reversed(processes_of(work.server.process.pid)):
        kill(each)
    work.server.kill()
    work.server.start()
    work.is_done(patience=90)


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
def test_what_is_enqueued_while_redis_is_away_is_done(work: Work, own_redis: OwnRedis) -> None:
    work.server.extra["REDIS_URL"] = own_redis.url
    work.server.start()
    own_redis.kill()
    work.enqueue("test-slow", steps=1)
    work.is_done()
    assert len(work.runs) == 1


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
def test_what_redis_forgot_is_not_lost(work: Work, own_redis: OwnRedis) -> None:
    work.server.extra["REDIS_URL"] = own_redis.url
    work.enqueue("test-slow", steps=1)
    own_redis.kill()
    own_redis.start()
    work.run("from dogclub.models import Job; Job.objects.update(sent_at='2026-01-01T00:00Z')")
    work.server.start()
    work.is_done()


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
def test_another_worker_takes_over_from_one_that_was_killed(work: Work, own_redis: OwnRedis) -> None:
    work.server.extra["REDIS_URL"] = own_redis.url
    with a_worker(work.server) as one:
        work.enqueue("test-slow").has_begun()
        one.kill()
        assert work.runs == [one.pid]
    with a_worker(work.server) as other:
        work.is_done()
        assert work.runs == [one.pid, other.pid]


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
def test_redis_killed_in_the_middle_disturbs_no_run_and_stops_no_server(work: Work, own_redis: OwnRedis) -> None:
    work.server.extra["REDIS_URL"] = own_redis.url
    work.server.start()
    work.enqueue("test-slow").has_begun()
    own_redis.kill()
    work.is_done()
    own_redis.start()
    second = Work(work.server, work.diary).enqueue("test-slow", steps=1, name="Gus")
    until(lambda: second.effects == 2)
    assert len(work.runs) == 2


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
def test_a_worker_goes_on_however_often_redis_is_killed_under_its_task(work: Work, own_redis: OwnRedis) -> None:
    """A regression test: the worker ended where Redis was killed before a message was acknowledged, while its other
    thread waited for one.
    """
    work.server.extra["REDIS_URL"] = own_redis.url
    with a_worker(work.server) as worker:
        for number in range(3):
            work.enqueue("test-slow", name=f"Rex {number}")
            until(lambda before=number: len(work.runs) > before, worker)  # type: ignore[misc]
            own_redis.kill()
            own_redis.start()
            until(lambda before=number: work.effects > before, worker)  # type: ignore[misc]
        assert work.runs == [worker.pid] * 3


def test_told_of_thirty_times_by_several_it_takes_effect_once(work: Work) -> None:
    work.server.extra["DJANGO_SETTINGS_MODULE"] = UNHURRIED  # a busy machine may delay heartbeats by seconds
    work.server.start()
    with a_worker(work.server):
        work.enqueue("test-slow").tell(30)
        work.is_done()
        assert len(work.runs) == 1
        assert work.effects == 1
