"""Starts all processes of Dog Club on one machine: PostgreSQL, Redis, web and Celery worker, and measures each."""

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
from redis import Redis

from tests.dogclub.kennel import OwnRedis, a_worker
from tests.faults.postgresql import OwnPostgreSQL
from tests.prepared import lay_out
from tests.server import Server, processes_of, resident, until

WORLD = "dogclub_scale"
ROOM = {"STREAMS_PER_ADDRESS": "9999", "STREAMS_PER_SESSION": "9999"}
ANSWERING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
CGROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD = 100_000  # microseconds, the period in which a web process gets its share
TICKS = os.sysconf("SC_CLK_TCK")


class Postgres(OwnPostgreSQL):
    """A PostgreSQL whose folder may exist already."""

    def start(self) -> None:
        if (self.folder / "data" / "PG_VERSION").exists():
            self.run()
        else:
            super().start()


@contextmanager
def postgres(keep: Path | None) -> Iterator[Postgres]:
    """Start PostgreSQL with its data in `keep`, or in a temporary folder."""
    with ExitStack() as stack:
        folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        one = Postgres(folder)
        try:
            one.start()
            yield one
        finally:
            one.stop()


def url_of(server: str, name: str) -> str:
    """The URL of the database of this name, created where it is missing."""
    with psycopg.connect(server, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(f'CREATE DATABASE "{name}"')
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def drop(server: str, name: str) -> None:
    """Delete the database of this name, if it exists."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


class Used(NamedTuple):
    """Seconds of the processor by kind of process, and bytes that PostgreSQL wrote to its write-ahead log.

    `database` are the backend processes, `background` the others of PostgreSQL: vacuum, checkpoints, its log.
    """

    web: float
    database: float
    redis: float
    background: float
    worker: float
    log: int

    def since(self, before: "Used") -> "Used":
        """What was used since an earlier measurement."""
        return Used._make(now - then for now, then in zip(self, before, strict=True))

    @property
    def total(self) -> float:
        """The seconds of the processes that take part in a response."""
        return self.web + self.database + self.redis


@dataclass
class Machine:
    """The running processes: `webs` are the web servers, `worker` and `main` the process IDs of Celery and of
    PostgreSQL.
    """

    var: Path
    url: str
    redis: OwnRedis
    webs: list[Server] = field(default_factory=list)
    worker: int = 0
    main: int = 0

    def used(self) -> Used:
        """What all processes have used so far."""
        with psycopg.connect(self.url) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
            answering = sum(processor(pid) for (pid,) in connection.execute(ANSWERING))
        assert row
        assert self.redis.process
        webs = sum(processor(web.process.pid) for web in self.webs if web.process)
        redis, background = processor(self.redis.process.pid), processor(self.main) - answering
        return Used(webs, answering, redis, background, processor(self.worker), int(row[0]))

    def memory(self) -> dict[str, int]:
        """Megabytes by kind of process; of shared pages each process counts its part."""
        assert self.redis.process
        found = {"web": self.webs[0].process.pid if self.webs[0].process else 0, "worker": self.worker}
        found |= {"database": self.main, "redis": self.redis.process.pid}
        return {name: resident(pid) // 1_000_000 for name, pid in found.items()}

    def connections(self) -> int:
        """How many connections to the database are open."""
        with psycopg.connect(self.url) as connection:
            query = "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
            row = connection.execute(query).fetchone()
        assert row
        return int(row[0])


def processor(pid: int) -> float:
    """Seconds of processor time of a process and of all it started, ended ones included."""
    found = 0.0
    for each in processes_of(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found += sum(map(int, fields[11:15])) / TICKS
    return found


def parent(pid: int) -> int:
    """The ID of a process's parent."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@contextmanager
def environment(url: str) -> Iterator[tuple[Path, OwnRedis]]:
    """Set the environment variables for Dog Club's processes, start Redis, and set Django up in this process; yield the
    data folder and Redis.
    """
    with tempfile.TemporaryDirectory(prefix="dogclub-scale-") as folder:
        var = Path(folder, "var")
        lay_out(var)
        redis = OwnRedis(var)
        redis.start()
        told = {"DATABASE_URL": url, "DOGCLUB_VAR": str(var), "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
        os.environ |= told | {"REDIS_URL": redis.url}
        import django

        django.setup()
        from django.core.management import call_command

        logging.getLogger("dogclub.security").setLevel(logging.ERROR)  # every client signs in
        call_command("migrate", verbosity=0)
        try:
            yield var, redis
        finally:
            redis.kill()


@contextmanager
def machine(var: Path, url: str, redis: OwnRedis, webs: int, share: float | None = None) -> Iterator[Machine]:
    """Start all processes; `environment` must have created the folder and the key that they share. `share` limits each
    web process to so many cores.
    """
    found = Machine(var, url, redis)
    with psycopg.connect(url) as connection:
        found.main = parent(connection.info.backend_pid)
    with ExitStack() as stack:
        for _ in range(webs):
            web = Server(var, url, {"REDIS_URL": redis.url, "DJANGO_SETTINGS_MODULE": "dogclub.settings", **ROOM})
            web.start("--no-worker")
            stack.enter_context(limited(web, share)) if share else None
            stack.callback(web.kill)
            found.webs.append(web)
        found.worker = stack.enter_context(a_worker(found.webs[0])).pid
        until(lambda: takes_work(redis))
        yield found


@contextmanager
def limited(web: Server, share: float) -> Iterator[None]:
    """Put a web process into a cgroup with so many cores, and with priority over other groups, until it has ended."""
    assert web.process
    group = CGROUPS / f"dogclub-scale-{web.process.pid}"
    group.mkdir()
    try:
        for name, value in {"cfs_period_us": PERIOD, "cfs_quota_us": int(PERIOD * share), "shares": 262_144}.items():
            (group / f"cpu.{name}").write_text(str(value))
        for pid in processes_of(web.process.pid):
            (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        until(lambda: not (group / "cgroup.procs").read_text())
        group.rmdir()


def has_work(queue: OwnRedis) -> bool:
    """Whether the queue has jobs, waiting or not yet done."""
    with closing(Redis.from_url(queue.url)) as client:
        return bool(client.exists("dogclub", "unacked"))


def takes_work(queue: OwnRedis) -> bool:
    """Whether a worker is waiting for jobs."""
    with closing(Redis.from_url(queue.url)) as client:
        return any(each["cmd"] == "brpop" for each in client.client_list())
