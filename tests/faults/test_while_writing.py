"""While a tablet writes, Redis is killed or hangs, the clock is set back, or the database is damaged: entries exist
once.
"""

import io
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from urllib.request import Request
from uuid import UUID

import httpx
import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoDbBlocker

from clubs import api_keys
from clubs.models import Club, Membership, Player, Role, Scope, ShowPhotos, User
from games import ledger
from games.ledger import Author, Draft
from scoring.dirty_dog import DIRTY_DOG
from tests.budget import slowness
from tests.databases import database_of
from tests.dogclub.kennel import OwnRedis
from tests.factory import a_club, some_players
from tests.faults.counts import Counts
from tests.faults.scripts import script
from tests.faults.tablets import TOKEN
from tests.faults.writing import Writer, knowing_this_process
from tests.server import Server

pytestmark = pytest.mark.thorough


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path)
    one.start()
    yield one
    one.kill()


def stopped(one: OwnRedis) -> None:
    one.kill()


def hung(one: OwnRedis) -> None:
    assert one.process
    one.process.send_signal(signal.SIGSTOP)


@pytest.mark.only("postgresql")  # Redis serves installations with PostgreSQL
@pytest.mark.needs("redis-server")
@pytest.mark.parametrize("trouble", [stopped, hung])
def test_without_redis_entries_are_written(
    stopped_server: Server, own_redis: OwnRedis, trouble: Callable[[OwnRedis], None], django_db_blocker: DjangoDbBlocker
) -> None:
    stopped_server.extra = {"REDIS_URL": own_redis.url}
    with django_db_blocker.unblock(), database_of(stopped_server):
        writer = Writer(knowing_this_process(stopped_server))
        assert [writer.send(version)[0] for version in range(3)] == [201] * 3
        trouble(own_redis)
        assert [writer.send(version)[0] for version in range(3, 6)] == [201] * 3
        assert writer.send(5)[0] == 200  # sent again
        assert writer.counts() == Counts(1, 6)


HOLDER = """
import signal
from django.db import transaction
from clubs.models import Club
with transaction.atomic():
    Club.objects.update(name="Held")
    print("held", flush=True)
    signal.pause()
"""


@contextmanager
def stopped_in_a_transaction(server: Server) -> Iterator[None]:
    """A command that holds the database, or with PostgreSQL the club, and is stopped, as by Ctrl-Z."""
    command = server.command("shell", "--verbosity", "0", "-c", HOLDER)
    with subprocess.Popen(command, env=server.environment, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        holder.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            holder.kill()


@pytest.mark.only("sqlite")
def test_a_stopped_process_that_holds_the_database_costs_writes_the_timeout(
    stopped_server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    """Ten writes get 503, all within two timeouts, while pages and health are answered; then all goes on."""
    with django_db_blocker.unblock(), database_of(stopped_server), ThreadPoolExecutor(10) as devices:
        writer = Writer(knowing_this_process(stopped_server))
        assert writer.send(0)[0] == 201
        key = api_keys.make("a board", Scope.TONIGHT, of=writer.match.club, by=None)[1]
        board = Request(f"{stopped_server.url}/api/v1/clubs/kennel", headers={"Authorization": f"Bearer {key}"})
        with stopped_in_a_transaction(stopped_server):
            begun = time.monotonic()
            writes = [devices.submit(writer.send, 1) for _ in range(10)]
            seen = Counter[tuple[str, int]]()
            slowest = 0.0
            while any(not each.done() for each in writes):
                for path in ("/health/live", "/accounts/login/", f"/m/{writer.match.pk}/", "/health/ready"):
                    at = time.monotonic()
                    seen[path, writer.page(path)[0]] += 1
                    slowest = max(slowest, time.monotonic() - at)
                seen["the API", writer.ask(board)[0]] += 1
            took = time.monotonic() - begun
        print(f"Writes took {took:.1f} s, the slowest of {seen.total()} pages {slowest:.2f} s.")
        assert [each.result()[0] for each in writes] == [503] * 10
        assert {status for _, status in seen} == {200}
        assert took < 15
        assert slowest < 5
        assert writer.send(1)[0] == 201
        assert writer.counts() == Counts(1, 2)


def test_while_pictures_are_read_another_club_writes(
    stopped_server: Server, django_db_blocker: DjangoDbBlocker
) -> None:
    """Four members upload a PNG of 60 million pixels, which is refused, and one of 16, which is read."""
    with django_db_blocker.unblock(), database_of(stopped_server), ThreadPoolExecutor(4) as members:
        writer = browser_of(knowing_this_process(stopped_server), Writer(stopped_server).session)
        club = a_club("pound", photos=ShowPhotos.MEMBERS)
        sessions = [a_session(club, player) for player in some_players(club, 4)]
        pictures = [a_png(60), a_png(16)]
        turn_off = {"csrfmiddlewaretoken": TOKEN, "do": "off"}
        assert writer.post("/c/kennel/reminders/", data=turn_off).status_code == 302
        before = peak_memory(stopped_server)
        uploads = [members.submit(upload, browser_of(stopped_server, each), pictures) for each in sessions]
        waits = []
        while any(not each.done() for each in uploads):
            begun = time.monotonic()
            assert writer.post("/c/kennel/reminders/", data=turn_off).status_code == 302
            waits.append(time.monotonic() - begun)
        grown = peak_memory(stopped_server) - before
        print(f"Of {len(waits)} writes the slowest took {max(waits):.2f} s; the server grew by {grown} kB.")
        assert [each.result() for each in uploads] == [[422, 302]] * 4
        assert median(waits) < 0.3 * slowness()
        assert grown < 100_000


def a_session(club: Club, player: Player) -> str:
    """The session of a new member who plays as the player."""
    user = User.objects.create_user(f"{player.pk}@pound.example")
    Membership.objects.create(club=club, user=user, role=Role.MEMBER, player=player)
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


def browser_of(server: Server, session: str) -> httpx.Client:
    cookies = {"sessionid": session, "csrftoken": TOKEN}
    return httpx.Client(base_url=server.url, cookies=cookies, timeout=120, trust_env=False)


def a_png(million: int) -> bytes:
    """A transparent PNG of so many million pixels."""
    out, side = io.BytesIO(), int((million * 1_000_000) ** 0.5)
    Image.new("RGBA", (side, side)).save(out, "PNG")
    return out.getvalue()


def upload(browser: httpx.Client, pictures: list[bytes]) -> list[int]:
    """Upload the pictures as the member's own photo, one after the other, and return the statuses."""
    sent = [{"photo": ("me.png", each, "image/png")} for each in pictures]
    token = {"csrfmiddlewaretoken": TOKEN}
    return [browser.post("/c/pound/photo/", data=token, files=each).status_code for each in sent]


def peak_memory(server: Server) -> int:
    """The most memory the server’s process has had, in kB."""
    assert server.process
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


@pytest.mark.only("sqlite")
def test_a_damaged_database_is_refused_and_the_backup_has_what_was_acknowledged(
    stopped_server: Server, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(stopped_server):
        writer = Writer(knowing_this_process(stopped_server))
        assert [writer.send(version)[0] for version in range(10)] == [201] * 10
        assert stopped_server.manage("backup", str(tmp_path / "kept")).returncode == 0
        stopped_server.kill()
    for suffix in ("-wal", "-shm"):
        (stopped_server.var / f"dogclub.sqlite3{suffix}").unlink(missing_ok=True)
    with (stopped_server.var / "dogclub.sqlite3").open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"bone" * 40_960)
    refused = stopped_server.manage("serve", "--port", "0")
    assert "is damaged." in refused.stderr
    assert stopped_server.manage("restore", str(tmp_path / "kept"), "--replace").returncode == 0
    stopped_server.start("--no-worker")
    with django_db_blocker.unblock(), database_of(stopped_server):
        assert writer.counts() == Counts(1, 10)


@pytest.mark.django_db
def test_a_clock_set_back_neither_loses_nor_doubles_an_entry() -> None:
    club, now = a_club(), timezone.now()
    match, messages = ledger.start(club, DIRTY_DOG.key, some_players(club, 5)), script(76, whole_hands=False)[:10]
    for hours, first, last in ((0, 0, 5), (-1, 5, 10), (0, 0, 10)):  # at last everything again
        with time_machine.travel(now + timedelta(hours=hours)):
            for version, message in enumerate(messages[first:last], start=first):
                drafts = [Draft(each["kind"], each["number"], each["payload"], id=UUID(each["id"])) for each in message]
                ledger.record(match.pk, drafts, version=version, by=Author(None, "a test"))
    counts = Counts()
    counts.add([message[0]["id"] for message in messages], map(str, match.entries.values_list("pk", flat=True)))
    assert counts == Counts(1, 10)
    assert ledger.rescore(match.pk, check=True) == []
