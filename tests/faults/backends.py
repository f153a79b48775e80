"""Kill PostgreSQL processes with SIGKILL while five tablets write.

    python -m tests.faults.backends 50         50 kills of a writing backend, on a PostgreSQL of its own
    python -m tests.faults.backends 0 50       50 times its main process: SIGKILL and SIGQUIT in turn, then restarted

When a backend is killed, PostgreSQL ends all of them and recovers from its write-ahead log. Meanwhile the server
responds with 503 and Retry-After; it is never restarted, and runs its background jobs afterwards.
"""

import os
import signal
import sys
from http import HTTPStatus
from itertools import cycle, islice
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from django.db import connections

from tests.faults.counts import Counts
from tests.faults.postgresql import OwnPostgreSQL, own_postgresql

if TYPE_CHECKING:
    from tests.server import Server


def main(kills: int, stops: int) -> Counts:
    with own_postgresql() as own:
        os.environ["DATABASE_URL"] = own.url
        from tests.faults.serving import serving  # its imports read DATABASE_URL

        with serving() as server:
            return killed(own, server, kills, stops)


def killed(own: OwnPostgreSQL, server: "Server", kills: int, stops: int) -> Counts:
    """Kill backends and stop PostgreSQL so many times while tablets write, and return the counts."""
    from tests.faults.kills import counted
    from tests.faults.tablets import tablets, wait_for_an_answer
    from tests.server import until

    at_work = tablets(server, matches=max(5, (kills + stops) // 4))
    for tablet in at_work:
        tablet.start()
    for _ in range(kills):
        wait_for_an_answer(at_work)
        own.kill_a_writer(urlsplit(server.database_url).path[1:])
    for how in islice(cycle([signal.SIGKILL, signal.SIGQUIT]), stops):
        wait_for_an_answer(at_work)
        own.stop(how)
        until(lambda: page(server, at_work[0].session) == HTTPStatus.SERVICE_UNAVAILABLE)
        own.run()
        until(lambda: page(server, at_work[0].session) == HTTPStatus.OK)
    wait_for_an_answer(at_work)
    for tablet in at_work:
        tablet.done.set()
        tablet.join()
    connections.close_all()  # PostgreSQL ended them, too
    work_is_done()
    waits = sum(tablet.told_to_wait for tablet in at_work)
    print(f"{waits} answers were 503 with Retry-After.", file=sys.stderr)
    assert waits
    return counted(at_work, kills + stops)


def page(server: "Server", session: str) -> int:
    """Return the status of the club's home: 200, or 503 with Retry-After. Raises HTTPError for any other."""
    try:
        asked = Request(f"{server.url}/c/kennel/", headers={"Cookie": f"sessionid={session}"})
        with urlopen(asked, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as refused:
        if refused.code == HTTPStatus.SERVICE_UNAVAILABLE and refused.headers["Retry-After"]:
            refused.close()
            return refused.code
        raise


def work_is_done() -> None:
    """Enqueue a job that makes the club's archive, and wait until it is done."""
    from clubs.models import Club
    from dogclub.jobs.asking import enqueue
    from dogclub.models import Job
    from tests.server import until

    job = enqueue("archive", Club.objects.get())
    until(lambda: Job.objects.get(pk=job.pk).state == Job.State.DONE)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0).print()
