"""PostgreSQL's own processes are killed with -9 in the middle of writing, again and again, while five tablets write.

    python -m tests.faults.backends 50         as often, on a PostgreSQL of its own

With one of its processes gone PostgreSQL ends all of them, and starts anew from its log of what was written. Meanwhile
the server answers 503 and when to try again; it is never started anew itself, and does its background work afterwards.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import django
from django.db import connections

from tests.faults.counts import Counts
from tests.faults.postgresql import OwnPostgreSQL, own_postgresql

if TYPE_CHECKING:
    from tests.server import Server

BRISK = "tests.dogclub.brisk_settings"


def main(kills: int) -> Counts:
    with own_postgresql() as own, tempfile.TemporaryDirectory() as scratch:
        os.environ |= {"DATABASE_URL": own.url, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
        from tests.faults.kills import KEY  # only now: what it needs looks at once which database it is
        from tests.prepared import prepared
        from tests.server import Server, running

        def make(var: Path, url: str) -> Server:
            return Server(var, url, {"SECRET_KEY": KEY, "DJANGO_SETTINGS_MODULE": BRISK})

        with running(prepared(), Path(scratch, "var"), make) as server:
            os.environ |= {**server.environment, "DJANGO_SETTINGS_MODULE": "dogclub.settings"}
            django.setup()
            return killed(own, server, kills)


def killed(own: OwnPostgreSQL, server: "Server", kills: int) -> Counts:
    from tests.faults.kills import counted
    from tests.faults.tablets import tablets, wait_for_an_answer

    at_work = tablets(server, matches=max(5, kills // 4))
    for tablet in at_work:
        tablet.start()
    for _ in range(kills):
        wait_for_an_answer(at_work)
        own.kill_a_writer(urlsplit(server.database_url).path[1:])
    wait_for_an_answer(at_work)
    for tablet in at_work:
        tablet.done.set()
        tablet.join()
    connections.close_all()  # they were ended, too
    work_is_done()
    waits = sum(tablet.told_to_wait for tablet in at_work)
    print(f"{waits} answers were 503 with Retry-After.", file=sys.stderr)
    assert waits
    return counted(at_work, kills)


def work_is_done() -> None:
    """A club's archive, asked for now."""
    from clubs.models import Club
    from dogclub.jobs.worker.enqueue import ask
    from dogclub.models import Job
    from tests.server import until

    job = ask("archive", Club.objects.get())
    until(lambda: Job.objects.get(pk=job.pk).state == Job.State.DONE)


if __name__ == "__main__":
    main(int(sys.argv[1])).print()
