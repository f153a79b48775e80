"""Slow readers, incomplete requests and endless streams do not block other clients."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.dogclub.live.real import run
from tests.dogclub.server.crowds import OTHERS, PIPELINED, crowd, fetched, largest_script, request, status_of
from tests.server import Server, resident, running, until

pytestmark = pytest.mark.thorough
PAGES = 20
MEGABYTE = 1_000_000
OF_ONE = 256  # connections that one address may have
RECOVERY = 60  # seconds


def pages_are_answered(server: Server, path: str = "/accounts/login/", cookie: str = "") -> None:
    assert [fetched(server.port, path, cookie)[0] for _ in range(PAGES)] == [200] * PAGES


def test_three_crowds_at_one_moment_stop_nobody_and_are_forgotten_when_they_go(server: Server) -> None:
    """200 clients that do not read, 500 incomplete requests and 2,000 streams of one session, each from one address.

    Twenty of the streams are accepted; others are refused with a status up to the limit of an address, the rest are
    closed.
    """
    world = run(server, "a_world()")
    cookie, table = f"sessionid={world['organiser']}", f"/m/{world['match']}/table/"
    unread, half = request(largest_script(server.port), PIPELINED), b"GET / HTTP/1.1\r\nHost: "
    with (
        crowd(server, 200, unread) as readers,
        crowd(server, 500, half, OTHERS[0]),
        crowd(server, 2_000, request("/c/kennel/live/", cookie=cookie), OTHERS[1]) as streams,
    ):
        pages_are_answered(server, table, cookie)
        assert len(readers) == 200
        found = Counter(status_of(each) for each in streams)
        assert found[200] == 20
        assert found[503] >= OF_ONE - 20
        assert server.process
        assert resident(server.process.pid) < 400 * MEGABYTE
    until(lambda: fetched_from(server, *OTHERS) == [200, 200], patience=RECOVERY)
    pages_are_answered(server, table, cookie)


def fetched_from(server: Server, *addresses: str) -> list[int]:
    """The status for each address; an empty list where a connection is still closed."""
    with suppress(ConnectionError):
        return [fetched(server.port, "/accounts/login/", whose=each)[0] for each in addresses]
    return []


class FewFiles(Server):
    """A server started under `ulimit -n 256`."""

    def command(self, *arguments: str) -> list[str]:
        return ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *super().command(*arguments)]


def test_a_server_with_few_files_refuses_and_lives(migrated: Server, tmp_path: Path) -> None:
    with running(migrated, tmp_path / "var", FewFiles) as server:
        with crowd(server, 400, request("/accounts/login/")) as callers:
            found = Counter(status_of(each) for each in callers)
            until(lambda: fetched_from(server, "127.0.0.1") == [200])  # closed while many others are being refused
            pages_are_answered(server)
        assert found[200] == (256 - 148) // 3
        assert set(found) <= {200, 503, 0}
        pages_are_answered(server)
        assert "Traceback" not in server.log


A_FILE = """
from hashlib import sha256
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from clubs.models import Role
from dogclub.models import Job
whole = b"woof " * 4_000_000
job = Job.objects.create(club=Club.objects.get(slug="kennel"), kind="archive", state=Job.State.DONE,
    file_name="kennel.zip", content_type="application/zip", size=len(whole), sha256=sha256(whole).hexdigest())
job.file = default_storage.save(f"jobs/{job.pk}/kennel.zip", ContentFile(whole))
job.save()
user = User.objects.get()
user.memberships.update(role=Role.OWNER)
print(json.dumps(f"{job.get_absolute_url()}file/"))
"""


def test_the_download_of_a_slow_reader_holds_no_thread(server: Server) -> None:
    """Eight slow downloads once occupied every thread."""
    cookie = f"sessionid={run(server, 'a_world()')['organiser']}"
    address = run(server, A_FILE)
    with crowd(server, 40, request(address, cookie=cookie)) as readers:
        assert [status_of(each) for each in readers] == [200] * 40, server.log[-3000:]
        pages_are_answered(server)
