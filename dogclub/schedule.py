"""What is looked after again and again, beside the worker."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from dogclub.backup.due import ask_when_due
from dogclub.jobs.worker.sweep import clear_away, sweep

MINUTE = 60
HOUR = 3600


@dataclass
class Round:
    """Something to look after every so many seconds."""

    name: str
    every: float
    do: Callable[[], object]
    last: float = 0.0

    def look(self) -> None:
        if time.monotonic() - self.last >= self.every or not self.last:
            self.last = time.monotonic()
            self.do()


def rounds() -> list[Round]:
    return [
        Round("Sweeping up jobs", settings.JOB_SWEEP, sweep),
        Round("Clearing away old jobs", HOUR, clear_away),
        Round("Asking for a backup", MINUTE, ask_when_due),
    ]
