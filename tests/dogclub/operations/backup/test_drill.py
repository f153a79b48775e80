"""The drill of the operations page: an installation is backed up, lost, restored elsewhere, and started again."""

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from clubs.models import Club
from tests.databases import database_of
from tests.server import Server, free_port, until


@contextmanager
def started(shared_server: Server) -> Iterator[str]:
    """Start the installation with `./run`, wait until it responds, and yield what was printed."""
    shared_server.port = free_port()
    said = shared_server.var / "said"
    command = shared_server.command("start", "--port", str(shared_server.port))
    with said.open("wb") as out:
        shared_server.process = subprocess.Popen(command, env=shared_server.environment, stdout=out, stderr=out)
    try:
        until(shared_server.answers, shared_server.process)
        yield said.read_text()
    finally:
        shared_server.kill()


@pytest.mark.thorough
def test_a_restored_house_starts_even_without_the_sign_ins_of_its_demo_club(
    full: Server, empty: Server, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_of(full):
        Club.objects.update(is_demo=True)
    assert full.manage("backup", str(tmp_path / "kept")).returncode == 0
    assert empty.manage("restore", str(tmp_path / "kept")).returncode == 0
    assert empty.manage("rescore", "--check").stdout.endswith(" 0 differed.\n")
    with started(empty) as said:
        assert urllib.request.urlopen(f"{empty.url}/accounts/login/").status == 200
        found = json.load(urllib.request.urlopen(f"{empty.url}/health/ready"))
    assert found["status"] == "ok"
    assert "as after a restore. Deal it anew with new ones: ./run demo --reset" in said
