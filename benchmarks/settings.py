"""The house as it is, with the bare views beside it."""

from dogclub.settings import *

# Signing in is what they begin with, and no figure.
LOGGING["loggers"].setdefault("dogclub.security", {})["level"] = "ERROR"
ROOT_URLCONF = "benchmarks.bare_urls"
