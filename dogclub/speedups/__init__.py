"""What takes the place of private parts of Django and Python to save time (ADR 78).

`settings.SPEEDUPS` names the modules in use: all, or none with SPEEDUPS=off. Without them every page has the same
bytes, only later. `benchmarks/speedups.py` prints what each saves.
"""

from collections.abc import Collection
from importlib import import_module

TAGS = ("dogclub.speedups.templates",)  # builtins of templates, after Django's
CONNECTED = (
    "dogclub.speedups.active_language",
    "dogclub.speedups.one_stack",
    "dogclub.speedups.prepared_queries",
    "dogclub.speedups.templates",
)
ALL = CONNECTED


def connect(names: Collection[str]) -> None:
    """Put those of these modules in place that are connected."""
    for name in CONNECTED:
        if name in names:
            import_module(name).connect()
