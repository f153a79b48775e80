"""Records with something wrong in them, by chance: scored or refused, and none breaks the API."""

import json
import subprocess
import sys

import pytest

from tests.server import ROOT

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
RECORDS, SEED = 500, 1908  # python -m tests.faults.records 5000, which draws others each time


def test_no_record_breaks_it() -> None:
    command = [sys.executable, "-m", "tests.faults.records", str(RECORDS), str(SEED)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found.keys() <= {"200", "400", "413", "422"}, done.stderr
    assert sum(found.values()) == RECORDS
