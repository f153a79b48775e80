"""What kinds of work there are. The settings name each by its key; a kind is loaded when it is first needed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy

from clubs.models import Role
from dogclub.jobs.worker.work import Work
from dogclub.models import Job

Urgency = Job.Urgency


CANCEL = gettext_lazy("Cancel")
NOTHING_SAVED = gettext_lazy("Nothing was saved.")


@dataclass(frozen=True)
class Kind:
    """`run(work)` does it, from the beginning each time; what it writes besides a file it writes in `work.once()`.

    `title` heads its page ("Making the season book"), `waits` says where the result will be found, `left` what there is
    after it was called off. `apart` work gets a process of its own, because it computes or keeps much in memory. A try
    that fails for no known reason is made again after `pause`, `growth` times as long each time, until there were
    `tries`. One that takes longer than `longest` hangs, and is begun anew elsewhere. Who may see or repeat such a job:
    `role`. One that is not `listed` has a place of its own. A `fleeting` one leaves no row when it is done, and
    what was asked is forgotten when it fails: it may be a secret. Of what waits a worker takes the most urgent:
    `urgency`.
    """

    key: str
    title: str | Promise
    run: Callable[[Work], None]
    waits: str | Promise = ""
    stop: str | Promise = CANCEL
    left: str | Promise = NOTHING_SAVED
    role: Role = Role.MEMBER
    apart: bool = False
    urgency: Urgency = Urgency.FOLLOWS
    tries: int = 3
    pause: timedelta = timedelta(seconds=10)
    growth: int = 2
    longest_pause: timedelta = timedelta(hours=6)
    longest: timedelta = timedelta(hours=1)
    fleeting: bool = False
    listed: bool = True

    def pause_after(self, tries: int) -> timedelta:
        """How long to wait before the next, after so many."""
        pause = self.pause
        for _ in range(tries - 1):
            pause = min(pause * self.growth, self.longest_pause)
        return pause


@cache
def find(key: str) -> Kind:
    """Raises KeyError for a kind nobody knows."""
    kind: Kind = import_string(settings.JOB_KINDS[key])
    return kind
