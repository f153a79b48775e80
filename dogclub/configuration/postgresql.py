"""Connections to PostgreSQL: servers and workers have a pool and timeouts (ADR 60)."""

import re
import sys
from importlib.util import find_spec
from typing import Any

from dogclub.configuration.environment import address, env, refuse, text

# The threads of a server that may need a connection at once: twelve for pages, one for health checks, one for live
# boards, one for periodic tasks, one for chances, one that looks for jobs and three that run them; and three for those
# threads that need one for a moment: they wait for other servers, or renew the lease of a job.
THREADS = 23
IDLE = 60  # seconds that a transaction may be idle; PostgreSQL then closes the connection, and frees its locks
SMALLEST_POOL = 4  # two jobs and the renewal of their leases; fewer could deadlock
CONNECT_TIMEOUT = 2  # seconds a page waits for a connection, or for an unreachable server, before it answers 503
POOL = f"write how many connections a server may keep, at least {SMALLEST_POOL}, or 0 for one a thread, like {THREADS}"
SECONDS = "write seconds, from 1 to 3600, or 0 for no limit, like {}"
THROUGH = "write postgres://user:password@host:6432/name, or leave it out to go to PostgreSQL itself"
MISSING = "run pip install 'psycopg[binary,pool]', or set DATABASE_POOL=0"


def connected(database: dict[str, Any], command: tuple[str, ...] = tuple(sys.argv)) -> dict[str, Any]:
    """Return the database settings with those of its connections; SQLite's are returned as they are.

    `command` is the command line of this process. A server or a worker has a pool and timeouts, and connects through
    PgBouncer if configured. Any other command connects to PostgreSQL directly: migrations, backups, and each job in a
    process of its own; its only timeout is that of idle transactions (database/limits.py).
    """
    if not database["ENGINE"].endswith("postgresql"):
        return database
    pool, its_limits, pooler = pool_size(), limits(), pgbouncer()
    if not serves(command):
        return {**database, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    found = {**(pooler or {**database, "OPTIONS": with_limits(database, its_limits)}), "CONN_HEALTH_CHECKS": True}
    if not pool:
        return {**found, "CONN_MAX_AGE": 600}
    found["OPTIONS"]["pool"] = {
        "min_size": 0,
        "max_size": pool,
        "timeout": CONNECT_TIMEOUT,
        "reconnect_timeout": CONNECT_TIMEOUT / 2,
    }
    return found


def serves(command: tuple[str, ...]) -> bool:
    """Whether this is the command line of a server or a worker."""
    return command[1:2] in (("serve",), ("start",)) or "worker" in command[1:]


def with_limits(database: dict[str, Any], its_limits: str) -> dict[str, Any]:
    """Return the connection options of the database, with the timeouts added."""
    options = database.get("OPTIONS", {})
    return {**options, "options": f"{options.get('options', '')} {its_limits}".strip()}


def pgbouncer() -> dict[str, Any]:
    """Return the settings to connect to PgBouncer in transaction mode; empty where it is not configured.

    Timeouts can only be set in PgBouncer's own configuration. Server-side cursors are off, since a cursor that outlives
    its transaction would be on a connection that another client has by then.
    """
    if not address("PGBOUNCER_URL", ("postgres", "postgresql"), THROUGH):
        return {}
    found = env.db_url("PGBOUNCER_URL")
    return {**found, "OPTIONS": {**found.get("OPTIONS", {})}, "DISABLE_SERVER_SIDE_CURSORS": True}


def pool_size() -> int:
    """Return the most connections of this process; 0 for one for each thread."""
    value = text("DATABASE_POOL", str(THREADS))
    if not re.fullmatch(r"\d{1,3}", value) or 0 < int(value) < SMALLEST_POOL:
        raise refuse("DATABASE_POOL", f"is {value!r}", POOL)
    if int(value) and not find_spec("psycopg_pool"):
        raise refuse("DATABASE_POOL", "needs a package that is not installed", MISSING)
    return int(value)


def limits() -> str:
    """Return connection options for the timeouts of statements and locks, and against parallel workers.

    The queries of a page concern one club, found by an index; with parallel workers PostgreSQL sometimes prefers to
    scan the matches of all clubs.
    """
    statement, lock = seconds("DATABASE_STATEMENT_TIMEOUT", 30), seconds("DATABASE_LOCK_TIMEOUT", 10)
    idle = f"-c idle_in_transaction_session_timeout={IDLE}s"
    return f"-c statement_timeout={statement}s -c lock_timeout={lock}s {idle} -c max_parallel_workers_per_gather=0"


def seconds(variable: str, usual: int) -> int:
    """Return the seconds of a variable, 0 to 3600; 0 means no limit."""
    value = text(variable, str(usual))
    if not re.fullmatch(r"\d{1,4}", value) or int(value) > 3600:
        raise refuse(variable, f"is {value!r}", SECONDS.format(usual))
    return int(value)
