"""Runs the commands of this folder for tests."""

import json
import os
import subprocess
import sys
from typing import Any
from uuid import uuid4

from tests.faults.counts import Counts
from tests.server import ROOT


def counts(name: str, *arguments: object) -> Counts:
    """Return what `python -m tests.faults.NAME` counted."""
    return Counts(**output_of(name, *arguments))


def output_of(name: str, *arguments: object) -> dict[str, Any]:
    """Return the last line of the command's output, read as JSON; its stderr goes to the output of the test."""
    command = [sys.executable, "-m", f"tests.faults.{name}", *map(str, arguments)]
    # A run id of its own, since it drops the databases of its run at the end.
    environment = {**os.environ, "DOGCLUB_TEST_RUN": f"dogclub_fault_{uuid4().hex[:8]}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
