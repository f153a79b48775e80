"""Nobody stops the server for the others: readers who do not read, requests that do not arrive, streams without end."""

from collections import Counter
from pathlib import Path

import pytest

from tests.dogclub.live.real import run
from tests.dogclub.server.crowds import PIPELINED, crowd, fetched, largest_script, request, status_of
from tests.server import Server, resident, running

PAGES = 20
MEGABYTE = 1_000_000
OF_ONE = 256  # connections of one address


def pages_are_answered(server: Server) -> None:
    assert [fetched(server.port, "/accounts/login/")[0] for _ in range(PAGES)] == [200] * PAGES


def test_two_hundred_readers_who_do_not_read_stop_nobody(server: Server) -> None:
    script = largest_script(server.port)
    with crowd(server, 200, request(script, PIPELINED)) as readers:
        assert len(readers) == 200
        pages_are_answered(server)
        assert server.process
        assert resident(server.process.pid) < 400 * MEGABYTE


def test_five_hundred_requests_that_do_not_arrive_stop_nobody(server: Server) -> None:
    with crowd(server, 500, b"GET / HTTP/1.1\r\nHost: "):
        pages_are_answered(server)


def test_streams_of_one_session_and_of_one_address_end_somewhere(server: Server) -> None:
    cookie = f"sessionid={run(server, 'a_world()')['organiser']}"
    with crowd(server, 300, request("/c/kennel/live/", cookie=cookie)) as streams:
        found = Counter(status_of(each) for each in streams)
        assert found[200] == 20
        assert found[503] >= OF_ONE - 20
        pages_are_answered(server)


class FewFiles(Server):
    """As under `ulimit -n 256`."""

    def command(self, *arguments: str) -> list[str]:
        return ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *super().command(*arguments)]


def test_a_server_with_few_files_refuses_and_lives(migrated: Server, tmp_path: Path) -> None:
    with running(migrated, tmp_path / "var", FewFiles) as server:
        with crowd(server, 400, request("/accounts/login/")) as callers:
            pages_are_answered(server)
            found = Counter(status_of(each) for each in callers)
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
    """Eight of them held every thread once."""
    cookie = f"sessionid={run(server, 'a_world()')['organiser']}"
    address = run(server, A_FILE)
    with crowd(server, 40, request(address, cookie=cookie)) as readers:
        assert [status_of(each) for each in readers] == [200] * 40, server.log[-3000:]
        pages_are_answered(server)


@pytest.mark.thorough
def test_two_thousand_streams_from_one_address_stop_nobody(server: Server) -> None:
    with crowd(server, 2_000, request("/c/kennel/live/")):
        pages_are_answered(server)
