"""The commands of this folder, as tests run them."""

import json
import os
import subprocess
import sys
from typing import Any
from uuid import uuid4

from tests.faults.counts import Counts
from tests.server import ROOT


def counts(name: str, *arguments: object) -> Counts:
    """What `python -m tests.faults.NAME` counted."""
    return Counts(**said(name, *arguments))


def said(name: str, *arguments: object) -> dict[str, Any]:
    """The last line of what it said, read as JSON; what else it had to say stands in the test's own output."""
    command = [sys.executable, "-m", f"tests.faults.{name}", *map(str, arguments)]
    # A run of its own: it drops its databases at the end, and shall not drop those of the suite.
    environment = {**os.environ, "DOGCLUB_TEST_RUN": f"dogclub_fault_{uuid4().hex[:8]}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
