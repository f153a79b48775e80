"""`migrate` is killed at statements all over it: the next start comes up, with every row of before."""

import pytest

from tests.faults.commands import counts
from tests.server import Server

pytestmark = pytest.mark.thorough
KILLS = 8  # python -m tests.faults.migrations tries every statement


def test_killed_while_it_migrates_the_next_start_has_every_row(migrated: Server) -> None:
    found = counts("migrations", KILLS)
    assert found.tried == KILLS + 1  # and once with the last row of django_migrations taken away
    assert found.acknowledged == found.tried * 81
    assert (found.lost, found.doubled) == (0, 0)
