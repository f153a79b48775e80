"""Dog Club's settings, with the bare views added to its routes."""

import os

from dogclub import speedups
from dogclub.settings import *

# Every client signs in; those log lines are not output of a benchmark.
LOGGING["loggers"].setdefault("dogclub.security", {})["level"] = "ERROR"
ROOT_URLCONF = "benchmarks.bare_urls"

SPEEDUPS = tuple(name for name in speedups.ALL if name.rpartition(".")[2] not in os.environ.get("LEAVE_OUT", ""))
BUILTINS: list[str] = globals()["TEMPLATES"][0]["OPTIONS"]["builtins"]
BUILTINS[:] = [name for name in BUILTINS if name not in speedups.ALL or name in SPEEDUPS]
