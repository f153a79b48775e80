"""Erasing a name while a server runs and others read and write."""

import threading
import urllib.request
from pathlib import Path

import pytest

from tests.dogclub.kennel import BRISK, Work
from tests.server import Server, until

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.thorough]
NAME = "Quillabamba Wrzosek"
OPEN = f"""
from clubs.models import Club, Player
club = Club.objects.create(slug="kennel", name="The Thursday Kennel", history_is_open=True)
Player.objects.create(club=club, name="{NAME}")
for number in range(60):
    Player.objects.create(club=club, name=f"Rex {{number}}")
"""
ERASE = f"""
from clubs.models import Player
from clubs.players.anonymise import anonymise_player
print(anonymise_player(Player.objects.get(name="{NAME}")).name)
"""
WRITE = """
from clubs.models import Club, Player
for number in range(50):
    Player.objects.create(club=Club.objects.get(), name=f"Bo {number}")
"""


def files_with_the_name(var: Path) -> list[str]:
    return [each.name for each in var.rglob("*") if b"Wrzosek" in bytes_of(each)]


def bytes_of(path: Path) -> bytes:
    """The content of a file; empty for a folder and for a file that has been deleted meanwhile."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def test_the_bytes_go_while_others_read_and_write(stopped_server: Server, tmp_path: Path) -> None:
    work, is_over, statuses = Work(stopped_server, tmp_path / "diary"), threading.Event(), set[int]()

    def read() -> None:
        while not is_over.is_set():
            with urllib.request.urlopen(f"{stopped_server.url}/c/kennel/players/", timeout=60) as answer:
                statuses.add(answer.status)
                answer.read()

    stopped_server.extra["DJANGO_SETTINGS_MODULE"] = BRISK
    stopped_server.start()
    work.run(OPEN)
    assert files_with_the_name(stopped_server.var)
    readers = [threading.Thread(target=read, daemon=True) for _ in range(3)]
    for each in readers:
        each.start()
    assert work.run(ERASE) == "Former member 1"
    work.run(WRITE)
    until(lambda: work.value("SELECT COUNT(*) FROM dogclub_job") == 0, stopped_server.process)
    is_over.set()
    for each in readers:
        each.join()
    assert files_with_the_name(stopped_server.var) == []
    assert statuses == {200}
    assert work.value("SELECT COUNT(*) FROM clubs_player") == 111
