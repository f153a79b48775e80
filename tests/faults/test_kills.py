"""The server is killed many times while five tablets write, a game each; a command does it as often as it is told."""

import pytest

from tests.databases import POSTGRESQL
from tests.faults.commands import counts
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(1200)]
KILLS = 50 if POSTGRESQL else 200  # python -m tests.faults.kills 2000


def test_killed_while_tablets_write_nothing_is_lost_and_nothing_stands_twice(migrated: Server) -> None:
    found = counts("kills", KILLS)
    assert found.tried == KILLS
    assert found.acknowledged >= KILLS
    assert (found.lost, found.doubled) == (0, 0)
    assert found.games == 5
    assert found.undos > 0
