"""Killed many times at any moment, nothing acknowledged is lost. A command for each fault repeats it as often as
wanted.
"""

import pytest

from tests.faults import power_cuts
from tests.faults.commands import counts
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(1200)]
# Longer runs: python -m tests.faults.kills 2000, .backends 50 50, .power_cuts 1500, .migrations and .upgrades.
KILLS = 30
DATABASE_KILLS, DATABASE_STOPS, CUTS, IN_MIGRATE, IN_UPGRADE = 3, 2, 30, 2, 2


def test_the_server_killed_while_tablets_write_loses_nothing_and_doubles_nothing(migrated: Server) -> None:
    """Five tablets write, each another game."""
    found = counts("kills", KILLS)
    assert found.tried == KILLS
    assert found.acknowledged >= KILLS
    assert (found.lost, found.doubled) == (0, 0)
    assert found.games == 5
    assert found.undos > 0


@pytest.mark.only("postgresql")
@pytest.mark.needs("postgresql")
def test_postgresql_killed_while_it_writes_loses_nothing_and_the_server_goes_on(migrated: Server) -> None:
    """One of its processes, or all of them."""
    found = counts("backends", DATABASE_KILLS, DATABASE_STOPS)
    assert found.tried == DATABASE_KILLS + DATABASE_STOPS
    assert found.acknowledged > DATABASE_KILLS + DATABASE_STOPS
    assert (found.lost, found.doubled) == (0, 0)


def test_killed_while_it_migrates_the_next_start_has_every_row(migrated: Server) -> None:
    found = counts("migrations", IN_MIGRATE)
    assert found.tried == IN_MIGRATE + 1  # and once with a row of django_migrations removed
    assert found.acknowledged == found.tried * 81
    assert (found.lost, found.doubled) == (0, 0)


@pytest.mark.release  # nobody who runs 0.9 comes by this way again
def test_killed_while_a_club_of_0_1_is_upgraded_every_entry_is_there_once(migrated: Server) -> None:
    """In the old database, or in the new one."""
    found = counts("upgrades", IN_UPGRADE)
    assert found.tried == IN_UPGRADE
    assert found.acknowledged == IN_UPGRADE * 3593
    assert (found.lost, found.doubled) == (0, 0)


@pytest.mark.needs("strace")
@pytest.mark.only("sqlite")
def test_what_was_acknowledged_is_on_the_disk_when_the_power_fails() -> None:
    """With fewer syncs it is not: the control loses some entries."""
    found, control = power_cuts.main(CUTS, seed=1908)
    assert (found.tried, found.lost, found.doubled) == (CUTS, 0, 0)
    assert control.lost > 0
