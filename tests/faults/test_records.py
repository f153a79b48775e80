"""Random faulty records: scored or refused, and none causes a server error."""

import json
import subprocess
import sys

import pytest

from tests.server import ROOT

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
RECORDS, SEED = 500, 1908  # longer, with other records each time: python -m tests.faults.records 5000


def test_no_record_breaks_it() -> None:
    command = [sys.executable, "-m", "tests.faults.records", str(RECORDS), str(SEED)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found.keys() <= {"200", "400", "413", "422"}, done.stderr
    assert sum(found.values()) == RECORDS
