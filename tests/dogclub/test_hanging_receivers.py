"""Ten receivers of one club that never answer, with real workers: others wait for none of them."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.dogclub.kennel import UNHURRIED, Work, a_worker
from tests.machine import REDIS_URL
from tests.postman import Kennel, kennel
from tests.server import Server, until

__all__ = ["kennel"]
pytestmark = [pytest.mark.thorough, pytest.mark.both_databases]
ASK = """
from clubs.models import Club
from dogclub.jobs import enqueue
from dogclub.models import Webhook
from dogclub.notify.webhooks.delivery import FINISHED
from dogclub.notify.webhooks.delivery import new_secret
one, other = (Club.objects.create(slug=slug, name=slug) for slug in ("one", "other"))
for number in range(10):
    hook = Webhook.objects.create(club=one, url="http://127.0.0.1:{port}/", events=[FINISHED], secret=new_secret())
    enqueue("hook", one, asked={{"hook": str(hook.pk), "event": FINISHED, "data": {{"match": "{match}"}}}})
"""
THEN = """
from clubs.models import Club
from django.core.mail import send_mail
from dogclub.jobs import enqueue
enqueue("archive", Club.objects.get(slug="other"))
send_mail("Your code", "123456", None, ["otto@dogs.example"])
"""
STATES = "SELECT COUNT(*) FROM dogclub_job WHERE kind = '{}' AND state = '{}'"


@pytest.fixture
def deaf() -> Iterator[socket.socket]:
    """A receiver that accepts connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as receiver:
        yield receiver


@pytest.mark.parametrize(
    "through",
    [
        pytest.param("", marks=pytest.mark.only("sqlite")),
        pytest.param(REDIS_URL, marks=[pytest.mark.only("postgresql"), pytest.mark.needs("redis")]),
    ],
)
def test_another_club_gets_its_archive_and_its_code_meanwhile(
    stopped_server: Server, kennel: Kennel, deaf: socket.socket, through: str
) -> None:
    """A regression test: the archive waited for 323 seconds, the code for twenty."""
    server = stopped_server
    redis = f"{through.rsplit('/', 1)[0]}/7" if through else ""
    server.extra |= {"EMAIL_URL": kennel.url, "WEBHOOKS_MAY_STAY_INSIDE": "true", "REDIS_URL": redis}
    server.extra["DJANGO_SETTINGS_MODULE"] = UNHURRIED
    work = Work(server, server.var / "diary")
    work.run(ASK.format(port=deaf.getsockname()[1], match="0" * 32))
    with ExitStack() as stack:
        if through:
            stack.enter_context(a_worker(server))
        else:
            server.start()
        until(lambda: work.value(STATES.format("hook", "running")) == 2)
        work.run(THEN)
        until(lambda: len(kennel.letters) == 1, patience=30)
        until(lambda: work.value(STATES.format("archive", "done")) == 1, patience=60)
        assert work.value(STATES.format("hook", "done")) == 0
