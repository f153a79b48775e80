"""A real server with a job to run, ways to kill its processes, and a Redis of its own."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis

from tests.server import ROOT, Server, free_port, until

BRISK, UNHURRIED = "tests.dogclub.brisk_settings", "tests.dogclub.kennel_settings"
ASK = """
from dogclub.jobs import enqueue
from clubs.models import Club
club, _ = Club.objects.get_or_create(slug="kennel", name="The Thursday Kennel")
print(enqueue("{kind}", club, asked={asked}).pk.hex)
"""
TELL = """
from uuid import UUID
from dogclub.jobs.queue import send
print(sum(send(UUID("{pk}")) for _ in range({times})))
"""


@dataclass
class Work:
    """A job as its row and its diary file describe it."""

    server: Server
    diary: Path
    pk: str = ""

    def enqueue(self, kind: str, steps: int = 30, name: str = "Rex") -> "Work":
        asked = {"diary": str(self.diary), "steps": steps, "name": name}
        self.pk = self.run(ASK.format(kind=kind, asked=asked))
        return self

    def tell(self, times: int) -> None:
        assert self.run(TELL.format(pk=self.pk, times=times)) == str(times)

    def run(self, code: str) -> str:
        done = self.server.manage("shell", "-v0", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @property
    def runs(self) -> list[int]:
        """The ids of the processes that started it, in order."""
        return [int(line) for line in self.diary.read_text().split()] if self.diary.exists() else []

    @property
    def effects(self) -> int:
        return int(self.value("SELECT COUNT(*) FROM clubs_player"))

    @property
    def state(self) -> str:
        return str(self.value("SELECT state FROM dogclub_job"))

    def value(self, query: str) -> Any:
        url = self.server.database_url
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=30)) as connection:
                return connection.execute(query).fetchone()[0]
        import psycopg

        with psycopg.connect(url) as connection:
            row = connection.execute(query).fetchone()
        assert row
        return row[0]

    def has_begun(self, times: int = 1) -> None:
        until(lambda: len(self.runs) >= times)

    def is_done(self, patience: float = 120) -> None:
        until(lambda: self.state == "done", patience=patience)
        assert self.effects == 1


@dataclass
class OwnRedis:
    """A Redis process that a test may kill."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        until(self.answers, self.process)

    def answers(self) -> bool:
        try:
            with closing(redis.Redis.from_url(self.url)) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait(60)


@contextmanager
def a_worker(server: Server) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a `celery worker`, as an installation with Redis runs one beside the server."""
    command = [sys.executable, "-m", "celery", "-A", "dogclub", "worker", "--pool", "threads"]
    log = (server.var / "worker.log").open("ab")
    environment = {"DJANGO_SETTINGS_MODULE": "dogclub.settings", **server.environment}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    log.close()
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(60)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
