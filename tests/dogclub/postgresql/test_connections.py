"""Five tablets write at once, through a pool of fewer connections than tablets and through PgBouncer with two."""

from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

from dogclub.models import Job
from tests.databases import database_of
from tests.dogclub.postgresql.bouncer import MOST, bouncer
from tests.faults.kills import counted
from tests.faults.serving import SETTINGS
from tests.faults.tablets import tablets
from tests.server import Server, until

pytestmark = pytest.mark.only("postgresql")
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
ASK = """from clubs.models import Club
from dogclub.jobs import enqueue
enqueue("archive", Club.objects.get())"""
AN_EVENING = 1  # match per tablet: an account may write 240 times a minute


def written(server: Server, **environment: str) -> int:
    """Return how many entries five tablets wrote beside a club's archive; none was refused, lost or written twice."""
    server.extra = {"SECRET_KEY": settings.SECRET_KEY, "DJANGO_SETTINGS_MODULE": SETTINGS, **environment}
    server.start()
    at_work = tablets(server, matches=AN_EVENING)
    for tablet in at_work:
        tablet.start()
    assert server.manage("shell", "--command", ASK).returncode == 0
    until(lambda: set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE})
    for tablet in at_work:
        tablet.join()
    counts = counted(at_work, 0)
    assert counts.lost == counts.doubled == 0
    return sum(len(tablet.acknowledged) for tablet in at_work)


def connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return int(cursor.fetchone()[0])


def test_a_server_keeps_no_more_connections_than_its_pool_has(
    stopped_server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(stopped_server):
        assert written(stopped_server, DATABASE_POOL="4")
        until(lambda: connections() <= 4)  # the job's process had another one


@pytest.mark.needs("pgbouncer")
def test_through_pgbouncer_in_transaction_mode_nothing_is_lost(
    stopped_server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    name = urlsplit(stopped_server.database_url).path[1:]
    with bouncer(name) as url, django_db_blocker.unblock(), database_of(stopped_server):
        assert written(stopped_server, PGBOUNCER_URL=url)
        until(lambda: connections() <= MOST)
        with psycopg.connect(url) as through:
            names = ("statement_timeout", "lock_timeout", "max_parallel_workers_per_gather")
            limits = [through.execute(f"SHOW {each}").fetchone() for each in names]
        assert limits == [("30s",), ("10s",), ("0",)]
        stopped_server.kill()


@pytest.mark.needs("pgbouncer")
def test_the_tables_are_brought_up_to_date_through_pgbouncer(stopped_server: Server) -> None:
    with bouncer(urlsplit(stopped_server.database_url).path[1:]) as url:
        stopped_server.database_url = url
        assert stopped_server.manage("migrate", "games", "0005", "--verbosity=0").returncode == 0
        assert stopped_server.manage("migrate", "--verbosity=0").returncode == 0
