"""The house as it is, with the bare views beside it."""

from dogclub.settings import *

ROOT_URLCONF = "benchmarks.bare_urls"
