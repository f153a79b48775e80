"""A few seconds of the load that `python -m tests.faults.soak` runs for an hour."""

import pytest

from tests.faults.commands import output_of
from tests.faults.counts import Counts
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite"), pytest.mark.timeout(1200)]
MINUTES = 0.1  # longer: python -m tests.faults.soak 60


def test_under_load_nothing_is_lost_and_the_server_holds_no_more_than_before(migrated: Server) -> None:
    found = output_of("soak", MINUTES)
    entries = Counts(**found["entries"])
    assert (entries.lost, entries.doubled, entries.games) == (0, 0, 5)
    assert min(entries.acknowledged, entries.undos, found["heard"], found["pages"], found["archives"]) > 0
    assert found["wrong"] == []
    before, after = found["held"]
    assert before["files"] < 100
    assert after["files"] < 100
    assert after["threads"] < 50
    assert after["megabytes"] < 400
