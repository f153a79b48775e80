"""A process of PostgreSQL is killed while it writes: all of it starts anew, and the club's server goes on by itself."""

import pytest

from tests.faults.commands import counts
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("postgresql"), pytest.mark.needs("postgresql")]
KILLS = 3  # python -m tests.faults.backends 50


def test_with_postgresql_killed_while_it_writes_nothing_is_lost_and_the_server_goes_on(migrated: Server) -> None:
    found = counts("backends", KILLS)
    assert found.tried == KILLS
    assert found.acknowledged > KILLS
    assert (found.lost, found.doubled) == (0, 0)
