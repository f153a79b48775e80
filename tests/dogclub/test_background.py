"""Background jobs with real workers: inside the server, and with Redis in a separate worker."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
import redis

from tests.machine import REDIS_URL
from tests.postman import Kennel, kennel
from tests.server import ROOT, Server, free_port, until

__all__ = ["kennel"]
OWN_REDIS = REDIS_URL.rsplit("/", 1)[0] + "/7"  # databases from 8 on are the caches of the suite's workers


@pytest.fixture
def own_redis() -> Iterator[str]:
    client = redis.Redis.from_url(OWN_REDIS)
    client.flushdb()
    yield OWN_REDIS
    client.flushdb()
    client.close()


def write_to(name: str, server: Server) -> None:
    done = server.manage("sendtestemail", f"{name}@dogs.example")
    assert (done.returncode, done.stderr) == (0, "")


def recipients(kennel: Kennel) -> set[str]:
    return {line[4:] for letter in kennel.letters for line in letter.splitlines() if line.startswith("To: ")}


@pytest.mark.thorough
def test_the_server_delivers_mail_without_redis(stopped_server: Server, kennel: Kennel) -> None:
    stopped_server.extra["EMAIL_URL"] = kennel.url
    stopped_server.start()
    write_to("otto", stopped_server)
    until(lambda: recipients(kennel) == {"otto@dogs.example"})
    assert len(kennel.letters) == 1


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.only("sqlite")
def test_what_is_queued_survives_until_the_server_is_back(stopped_server: Server, kennel: Kennel) -> None:
    stopped_server.extra["EMAIL_URL"] = kennel.url
    write_to("bea", stopped_server)
    assert kennel.letters == []
    stopped_server.start()
    until(lambda: recipients(kennel) == {"bea@dogs.example"})


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.needs("redis")
def test_the_same_work_goes_through_redis(stopped_server: Server, kennel: Kennel, own_redis: str) -> None:
    """No server runs beside the worker: one without Redis would take the job from the database, and send it nowhere."""
    stopped_server.extra |= {"EMAIL_URL": kennel.url, "REDIS_URL": own_redis}
    write_to("nuria", stopped_server)
    assert redis.Redis.from_url(own_redis).llen("mail") == 1
    command = [sys.executable, "-m", "celery", "-A", "dogclub", "worker", "--pool", "threads", "--concurrency", "1"]
    environment = {**stopped_server.environment, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
    worker = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: recipients(kennel) == {"nuria@dogs.example"}, worker)
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait(60)


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.only("sqlite")
@pytest.mark.needs("redis")
def test_the_server_works_through_redis_on_its_own(stopped_server: Server, kennel: Kennel, own_redis: str) -> None:
    stopped_server.extra |= {"EMAIL_URL": kennel.url, "REDIS_URL": own_redis}
    stopped_server.start()
    write_to("gus", stopped_server)
    until(lambda: recipients(kennel) == {"gus@dogs.example"})
    assert stopped_server.kill(signal.SIGTERM) == -signal.SIGTERM


@pytest.mark.thorough
@pytest.mark.both_databases
def test_the_server_delivers_mail_while_redis_is_down(stopped_server: Server, kennel: Kennel) -> None:
    stopped_server.extra |= {"EMAIL_URL": kennel.url, "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}
    stopped_server.start()
    write_to("sam", stopped_server)
    until(lambda: recipients(kennel) == {"sam@dogs.example"})


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.only("sqlite")
def test_mail_is_a_file_until_a_mail_server_is_named(server: Server) -> None:
    write_to("percy", server)
    (letter,) = (server.var / "mail").iterdir()
    assert "To: percy@dogs.example" in letter.read_text()
    assert letter.stat().st_size > 100
