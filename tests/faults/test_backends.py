"""PostgreSQL dies while five tablets write, a process of it or all of it: the club's server goes on by itself."""

import pytest

from tests.faults.commands import counts
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("postgresql"), pytest.mark.needs("postgresql")]
KILLS, STOPS = 3, 2  # python -m tests.faults.backends 50 50


def test_with_postgresql_killed_while_it_writes_nothing_is_lost_and_the_server_goes_on(migrated: Server) -> None:
    found = counts("backends", KILLS, STOPS)
    assert found.tried == KILLS + STOPS
    assert found.acknowledged > KILLS + STOPS
    assert (found.lost, found.doubled) == (0, 0)
