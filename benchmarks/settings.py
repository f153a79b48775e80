"""Dog Club's settings, with the bare views added to its routes."""

from dogclub.settings import *

# Every client signs in; those log lines are not output of a benchmark.
LOGGING["loggers"].setdefault("dogclub.security", {})["level"] = "ERROR"
ROOT_URLCONF = "benchmarks.bare_urls"
