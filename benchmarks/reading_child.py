"""Reads photos in a process that has nothing of the benchmark in its memory."""

import io
import os
import resource
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

MEGA = 1000 if os.uname().sysname == "Linux" else 1_000_000  # units of ru_maxrss in a megabyte


class Measured(NamedTuple):
    """The document of a photo, the seconds by the clock and of the processor, and the most megabytes so far."""

    document: dict[str, Any]
    clock: float
    processor: float
    memory: float


def begin() -> None:
    """Load what reading needs."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
    import django

    django.setup()


def read(contents: Sequence[bytes]) -> Measured:
    """Read the photos of one sheet as a job reads them, with the time in which they are made smaller."""
    from dogclub.exchange.readings.job_kind import prepared
    from games.paper.reading.sheet import read_sheets

    clock, processor = time.perf_counter(), _processor()
    document = next(read_sheets((io.BytesIO(content) for content in contents), prepared))
    took = time.perf_counter() - clock, _processor() - processor
    return Measured(document, *took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGA)


def _processor() -> float:
    """The seconds of processor of this process, and of those that made photos smaller."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system
