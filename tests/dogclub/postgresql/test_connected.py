"""The settings of a connection to PostgreSQL: for a server or a worker, and for any other command."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from dogclub.configuration import postgresql
from dogclub.configuration.postgresql import connected

SQLITE = {"ENGINE": "dogclub.server.sqlite", "NAME": "dogclub.sqlite3"}
DIRECT = {"ENGINE": "django.db.backends.postgresql", "NAME": "dogs", "PORT": 5432}
SERVERS = [("manage.py", "serve"), ("dogclub", "start", "--lan"), ("celery", "--quiet", "-A", "dogclub", "worker")]
OTHERS = [("manage.py", "job", "7"), ("manage.py", "migrate"), ("dogclub", "backup"), ("manage.py",), ("pytest",)]
IDLE = "-c idle_in_transaction_session_timeout=60s"
WRONG = {
    "DATABASE_POOL": ("3", "few", "-1", "1000"),
    "DATABASE_STATEMENT_TIMEOUT": ("3601", "30s", "-1"),
    "DATABASE_LOCK_TIMEOUT": ("3601", "1.5"),
    "PGBOUNCER_URL": ("mysql://kennel/dogs",),
}


@pytest.mark.parametrize("command", SERVERS)
def test_a_server_and_a_worker_have_a_pool_and_limits(command: tuple[str, ...]) -> None:
    found: dict[str, Any] = connected(DIRECT, command)
    assert found["OPTIONS"]["pool"]["max_size"] == 23
    limits = f"-c statement_timeout=30s -c lock_timeout=10s {IDLE} -c max_parallel_workers_per_gather=0"
    assert found["OPTIONS"]["options"] == limits
    assert "CONN_MAX_AGE" not in found  # Django refuses it with a pool


@pytest.mark.parametrize("command", OTHERS)
def test_any_other_command_has_one_connection_and_all_the_time_it_needs(command: tuple[str, ...]) -> None:
    assert connected(DIRECT, command) == {**DIRECT, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}


def test_a_pool_can_be_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "0")
    monkeypatch.setattr(postgresql, "find_spec", lambda name: None)
    found = connected({**DIRECT, "OPTIONS": {"sslmode": "require"}}, SERVERS[0])
    assert (found["CONN_MAX_AGE"], "pool" in found["OPTIONS"], found["OPTIONS"]["sslmode"]) == (600, False, "require")


def test_without_its_package_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match="run pip install 'psycopg"):
        connected(DIRECT, SERVERS[0])


def test_pgbouncer_is_for_servers_and_workers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limits are sent, which PgBouncer would refuse, and no cursor outlives a transaction."""
    monkeypatch.setenv("PGBOUNCER_URL", "postgres://rex@127.0.0.1:6432/dogs")
    found = connected(DIRECT, SERVERS[2])
    assert (found["PORT"], found["DISABLE_SERVER_SIDE_CURSORS"], list(found["OPTIONS"])) == (6432, True, ["pool"])
    assert connected(DIRECT, OTHERS[0])["PORT"] == 5432


@pytest.mark.parametrize(("variable", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_nonsense_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{variable} (is|begins with) .*; write "):
        connected(DIRECT, SERVERS[0])


def test_sqlite_stays_as_it_is() -> None:
    assert connected(SQLITE, SERVERS[0]) is SQLITE
