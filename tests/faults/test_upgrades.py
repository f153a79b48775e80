"""`upgrade-from-0.1` is killed at statements all over it: the old club is there, or the new one, with every entry."""

import pytest

from tests.faults.commands import counts
from tests.server import Server

pytestmark = pytest.mark.thorough
KILLS = 4  # python -m tests.faults.upgrades tries every statement


def test_killed_while_it_is_brought_over_every_entry_is_there_once(migrated: Server) -> None:
    found = counts("upgrades", KILLS)
    assert found.tried == KILLS
    assert found.acknowledged == KILLS * 3593
    assert (found.lost, found.doubled) == (0, 0)
