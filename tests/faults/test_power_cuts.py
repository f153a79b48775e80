"""The power fails at any moment: what was acknowledged is on the disk, and would not be if less were synced."""

import pytest

from tests.faults.power_cuts import main

pytestmark = [pytest.mark.needs("strace"), pytest.mark.only("sqlite"), pytest.mark.thorough]


def test_what_was_acknowledged_is_on_the_disk_when_the_power_fails() -> None:
    counts, control = main(60, seed=1908)
    assert (counts.tried, counts.lost, counts.doubled) == (60, 0, 0)
    assert control.lost > 0
